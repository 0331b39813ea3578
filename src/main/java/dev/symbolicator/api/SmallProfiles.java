package dev.symbolicator.api;

import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Right;
import dev.symbolicator.api.batch.BatchRunner;
import dev.symbolicator.api.http.AnswerSender;
import dev.symbolicator.api.http.BodyReader;
import dev.symbolicator.api.http.CallerGuard;
import dev.symbolicator.api.http.HttpConfig;
import dev.symbolicator.api.http.RequestBody;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.http.Workers;
import dev.symbolicator.symbolication.RequestContext;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Answers small traces whose scripts are in memory, on the event loop, before quarkus-rest sees
 * their requests. Most profiles of a pipeline are such traces, and quarkus-rest would cost a tenth
 * of the processor time of one of 2 KB.
 *
 * <p>A request that cannot be answered in this way goes on to {@link SymbolicateResource}, with its
 * body. So problems have one place.
 */
@Singleton
class SmallProfiles {
  /** The path of {@link SymbolicateResource}. */
  static final String PATH = "/symbolicate";

  /** Before quarkus-rest, and behind the filters of all requests. */
  private static final int ORDER = -1;

  /** The key of a request's body in the context. */
  private static final String RECEIVED = SmallProfiles.class.getName();

  private final CallerGuard guard;
  private final BodyReader bodies;
  private final Workers workers;
  private final Symbolicator symbolicator;
  private final RequestLog log;
  private final AnswerSender sender;

  /** A larger body may be one of those that are kept on disk, which the resource knows. */
  private final long mostBytes;

  SmallProfiles(
      CallerGuard guard,
      BodyReader bodies,
      Workers workers,
      Symbolicator symbolicator,
      RequestLog log,
      AnswerSender sender,
      HttpConfig config) {
    this.guard = guard;
    this.bodies = bodies;
    this.workers = workers;
    this.symbolicator = symbolicator;
    this.log = log;
    this.sender = sender;
    mostBytes = Math.min(RequestBody.SMALL, config.maxBodySize().asLongValue());
  }

  void install(@Observes Router router) {
    router.post(PATH).order(ORDER).handler(this::receive);
  }

  /** Returns the body of a request that this class received; null if nothing was received. */
  static @Nullable CompletionStage<RequestBody> received(RoutingContext context) {
    return context.get(RECEIVED);
  }

  private void receive(RoutingContext context) {
    HttpServerRequest request = context.request();
    Caller caller = announcesSmallBody(request) ? guard.find(request, Right.READ) : null;
    if (caller == null) {
      context.next();
      return;
    }
    CompletionStage<RequestBody> unused =
        bodies
            .receive(request)
            .whenComplete(
                (body, failure) -> {
                  try {
                    received(context, caller, body, failure);
                  } catch (RuntimeException bug) {
                    context.fail(bug); // The stage would keep it, and the client would wait.
                  }
                });
  }

  private void received(
      RoutingContext context,
      Caller caller,
      @Nullable RequestBody body,
      @Nullable Throwable failure) {
    if (body == null) {
      goOn(context, CompletableFuture.failedFuture(failure));
      return;
    }
    body.closeWith(context);
    if (!answer(context, caller, body)) {
      goOn(context, CompletableFuture.completedFuture(body));
    }
  }

  /** Quarkus-rest pauses each request, which one of HTTP/2 refuses once its body has come. */
  private boolean announcesSmallBody(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return request.version() != HttpVersion.HTTP_2
        && length != null
        && Long.parseLong(length) <= mostBytes // Vert.x has checked the number.
        && request.getHeader(HttpHeaders.CONTENT_ENCODING) == null
        && !BatchRunner.isBatch(request.getHeader(HttpHeaders.CONTENT_TYPE));
  }

  private boolean answer(RoutingContext context, Caller caller, RequestBody body) {
    ProfileResponse response = answerNow(context.request(), caller, body);
    if (response != null) {
      response.send(context, sender);
    }
    return response != null;
  }

  private static void goOn(RoutingContext context, CompletionStage<RequestBody> received) {
    context.put(RECEIVED, received);
    context.next();
  }

  /**
   * Answers a small trace whose scripts are in memory. Called on an event loop.
   *
   * @return null for any other body, and for one that fails
   */
  @Nullable ProfileResponse answerNow(HttpServerRequest request, Caller caller, RequestBody body) {
    if (!body.isSmallObject() || !log.keepsUp()) {
      return null;
    }
    try {
      return workers.runNow(
          body, caller.scope(), limits -> response(request, caller, body, limits));
    } catch (RuntimeException failure) {
      return null; // The resource fails in the same way, and reports the failure.
    }
  }

  private @Nullable ProfileResponse response(
      HttpServerRequest request, Caller caller, RequestBody body, RequestContext limits) {
    byte[] profile = body.bytes();
    if (!ProfileResponse.isPlain(request.headers(), profile.length)) {
      return null;
    }
    long start = System.nanoTime();
    Symbolicated symbolicated =
        symbolicator.symbolicateNow(profile, Parameters.options(request), limits);
    if (symbolicated == null) {
      return null;
    }
    ProfileResponse response = ProfileResponse.plain(symbolicated, body.lease());
    body.forgetBytes();
    log.symbolicated(caller, symbolicated, profile.length, start);
    return response;
  }
}
