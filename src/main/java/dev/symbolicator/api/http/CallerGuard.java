package dev.symbolicator.api.http;

import dev.symbolicator.access.AccessTokens;
import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Caller.Right;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the rights of requests. While no token is configured, anybody may read, nobody upload. */
@Singleton
public class CallerGuard {
  /** RFC 6750, section 2.1; the scheme's name is in any case (RFC 9110, section 11.1). */
  private static final Pattern BEARER = Pattern.compile("(?i:Bearer) +([!-~]+)");

  private final AccessTokens tokens;
  private final RequestLog log;

  CallerGuard(AccessTokens tokens, RequestLog log) {
    this.tokens = tokens;
    this.log = log;
  }

  /**
   * Fails like the work or {@link #require(HttpServerRequest, Right)}; logs with the token's name.
   */
  public <T> Uni<T> admit(
      HttpServerRequest request, Right right, Function<Caller, CompletionStage<T>> work) {
    return admit(request, () -> require(request, right), work);
  }

  /** Runs the work on a request with any valid token, whatever its rights. */
  public <T> Uni<T> admitAny(HttpServerRequest request, Function<Caller, CompletionStage<T>> work) {
    return admit(
        request,
        () -> {
          Caller known = known(request);
          return known == null ? require(request, Right.READ) : known;
        },
        work);
  }

  /**
   * Like {@link #admit(HttpServerRequest, Right, Function)} for a caller who is found otherwise.
   *
   * @param caller throws a {@link ProblemException} if the request is refused
   */
  public <T> Uni<T> admit(
      HttpServerRequest request,
      Supplier<Caller> caller,
      Function<Caller, CompletionStage<T>> work) {
    return Uni.createFrom()
        .completionStage(() -> work.apply(caller.get()))
        .onFailure()
        .invoke(failure -> log.failed(callerOrAnybody(request), failure));
  }

  /**
   * By {@code Authorization: Bearer …}; throws 401 without a valid token, 403 without the right.
   */
  public Caller require(HttpServerRequest request, Right right) {
    return require(token(request), right);
  }

  /** Returns a token's caller, wherever the request carries it; null stands for no valid token. */
  public Caller require(@Nullable String token, Right right) {
    Caller caller = caller(token);
    if (caller == null) {
      throw refused(
          Problem.ProblemKind.UNAUTHORIZED,
          token == null
              ? "Send one header Authorization: Bearer, with a token that the operator configured."
              : "The token is unknown. Check for which service it is, or whether it was replaced.");
    }
    if (!caller.rights().contains(right)) {
      throw refused(Problem.ProblemKind.FORBIDDEN, lacking(caller, right));
    }
    return caller;
  }

  /**
   * Returns the caller of a token that pages show to everybody, so whose only right must be {@link
   * Right#COLLECT}. While no token is configured, anybody may send.
   */
  public Caller requireCollector(@Nullable String token) {
    Caller caller = caller(token);
    if (caller == null) {
      throw refused(
          Problem.ProblemKind.UNAUTHORIZED,
          "Send one parameter token, with a token that the operator configured for pages.");
    }
    if (!tokens.areNone() && !caller.rights().equals(Set.of(Right.COLLECT))) {
      throw refused(
          Problem.ProblemKind.FORBIDDEN,
          "The token %s is not for pages, where anybody can read it. Use one whose only right in symbolicator.access.tokens.<name>.rights is collect."
              .formatted(caller.token()));
    }
    return caller;
  }

  /** Returns the caller of a request; null if the caller is refused. */
  public @Nullable Caller find(HttpServerRequest request, Right right) {
    Caller caller = known(request);
    return caller != null && caller.rights().contains(right) ? caller : null;
  }

  private String lacking(Caller caller, Right right) {
    return tokens.areNone()
        ? "Uploads are off until a token and a place for them are configured. Have the operator set"
            + " symbolicator.access.tokens.<name>.value, and symbolicator.maps.directory or"
            + " symbolicator.maps.bucket.name."
        : "The token %s lacks the right %s. Use another token, or have the operator add the right"
                .formatted(caller.token(), right.name().toLowerCase(Locale.ROOT))
            + " to symbolicator.access.tokens."
            + caller.token()
            + ".rights.";
  }

  /** Returns the caller that a token stands for; null if no such token is configured. */
  private @Nullable Caller caller(@Nullable String token) {
    if (tokens.areNone()) {
      return Caller.ANYBODY;
    }
    return token == null ? null : tokens.find(token);
  }

  private Caller callerOrAnybody(HttpServerRequest request) {
    Caller caller = known(request);
    return caller == null ? Caller.ANYBODY : caller;
  }

  private @Nullable Caller known(HttpServerRequest request) {
    return caller(token(request));
  }

  /** Returns the token of a request; null if there is none, or more than one header. */
  private static @Nullable String token(HttpServerRequest request) {
    List<String> headers = request.headers().getAll(HttpHeaders.AUTHORIZATION);
    Matcher bearer = BEARER.matcher(headers.size() == 1 ? headers.get(0) : "");
    return bearer.matches() ? bearer.group(1) : null;
  }

  private static ProblemException refused(Problem.ProblemKind kind, String detail) {
    return new ProblemException(Problem.of(kind, detail));
  }
}
