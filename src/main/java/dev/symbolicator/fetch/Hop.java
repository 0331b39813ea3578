package dev.symbolicator.fetch;

import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.fetch.FetchFailure.FailureReasons;
import dev.symbolicator.fetch.FetchFailure.Kind;
import dev.symbolicator.fetch.FetchRequest.Validators;
import dev.symbolicator.fetch.Fetcher.FetchRuntime;
import dev.symbolicator.threads.Spans;
import dev.symbolicator.url.WebUrl;
import dev.symbolicator.vertx.NameResolver;
import io.opentelemetry.api.trace.Span;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One hop, from its URL to a connection. Addresses are checked once. Used on the event loop. */
final class Hop {
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient FetchFailure failure;

    Refused(FetchFailure failure) {
      super(failure.detail(), null, false, false);
      this.failure = failure;
    }

    FetchFailure failure() {
      return failure;
    }
  }

  private final FetchRuntime runtime;
  private final WebUrl url;
  private final List<WebUrl> namedBy;
  private final boolean withOwnHeaders;
  private final Span shown;
  private final Map<String, String> conditions;
  private final BooleanSupplier over;

  private List<InetAddress> checked = List.of();

  /**
   * Makes a hop, which may send the origin's headers, the identity of a valid span, and this URL's
   * validators.
   */
  Hop(
      FetchRuntime runtime,
      WebUrl url,
      List<WebUrl> namedBy,
      boolean withOwnHeaders,
      Span shown,
      @Nullable Validators validators,
      BooleanSupplier over) {
    this.runtime = runtime;
    this.url = url;
    this.namedBy = List.copyOf(namedBy);
    this.withOwnHeaders = withOwnHeaders;
    this.shown = shown;
    this.conditions = validators == null ? Map.of() : validators.conditions(url);
    this.over = over;
  }

  /** Tells whether "not modified" may answer this hop. */
  boolean isConditional() {
    return !conditions.isEmpty();
  }

  /** Resolves the host and checks all its addresses; fails with {@link Refused}. */
  Future<Void> check() {
    return new HostAddresses(runtime.resolver())
        .of(url)
        .recover(Hop::noAddress)
        .compose(
            addresses -> {
              FetchFailure refused = runtime.policy().refuse(url, addresses, namedBy);
              if (refused != null) {
                return refused(refused);
              }
              checked = HostAddresses.first(runtime.limits().addresses(), addresses);
              return Future.succeededFuture();
            });
  }

  private static Future<List<InetAddress>> noAddress(Throwable cause) {
    return FailureReasons.isOfNameServer(cause)
        ? refused(FetchFailure.unreachable("No name server returned the host's addresses."))
        : Future.succeededFuture(List.of());
  }

  /** Returns the unsent request at the first address that accepts. May be called again. */
  Future<HttpClientRequest> connect() {
    return ownHeaders().compose(own -> connect(checked, own)).compose(this::unlessOver);
  }

  private Future<Map<String, String>> ownHeaders() {
    return withOwnHeaders
        ? runtime
            .originHeaders()
            .of(url.origin(), runtime.workers())
            .recover(
                unreadable ->
                    refused(
                        new FetchFailure(
                            Kind.HEADERS,
                            "A header that is configured for the origin cannot be read. The"
                                + " service's log says which.")))
        : Future.succeededFuture(Map.of());
  }

  private static <T> Future<T> refused(FetchFailure failure) {
    return Future.failedFuture(new Refused(failure));
  }

  private Future<HttpClientRequest> connect(List<InetAddress> addresses, Map<String, String> own) {
    if (over.getAsBoolean()) {
      return Future.failedFuture(new CancellationException());
    }
    return runtime
        .client()
        .request(options(addresses.get(0), own))
        .recover(
            cause ->
                addresses.size() == 1
                    ? Future.failedFuture(cause)
                    : connect(addresses.subList(1, addresses.size()), own));
  }

  private Future<HttpClientRequest> unlessOver(HttpClientRequest request) {
    if (over.getAsBoolean()) {
      request.reset();
      return Future.failedFuture(new CancellationException());
    }
    return Future.succeededFuture(request);
  }

  private RequestOptions options(InetAddress address, Map<String, String> own) {
    RequestOptions options =
        new RequestOptions()
            .setServer(SocketAddress.inetSocketAddress(url.port(), address.getHostAddress()))
            .setHost(url.host())
            .setPort(url.port())
            .setSsl(url.scheme().equals("https"))
            .setURI(url.pathAndQuery())
            .setFollowRedirects(false)
            .putHeader(HttpHeaders.ACCEPT, "*/*")
            .putHeader(HttpHeaders.ACCEPT_ENCODING, ContentCodings.accepted())
            .putHeader(HttpHeaders.USER_AGENT, runtime.config().userAgent());
    @Nullable ProxyOptions proxy = runtime.proxy().of(url);
    if (proxy != null) {
      options.setProxyOptions(proxy);
    }
    Spans.inject(shown, options.getHeaders(), MultiMap::set);
    own.forEach(options.getHeaders()::set);
    conditions.forEach(options.getHeaders()::set);
    return options;
  }

  /** Finds all addresses of a URL's host. A host that is itself an address is not looked up. */
  static final class HostAddresses {
    private final NameResolver resolver;

    HostAddresses(NameResolver resolver) {
      this.resolver = resolver;
    }

    /** Takes addresses of IPv4 and IPv6 in turn: one may not work (RFC 8305, section 4). */
    static List<InetAddress> first(int count, List<InetAddress> addresses) {
      List<InetAddress> oneFamily = new ArrayList<>();
      List<InetAddress> other = new ArrayList<>();
      for (InetAddress address : addresses) {
        (address.getClass() == addresses.get(0).getClass() ? oneFamily : other).add(address);
      }
      List<InetAddress> inTurn = new ArrayList<>();
      for (int i = 0; i < Math.min(count, addresses.size()); i++) {
        if (i < oneFamily.size()) {
          inTurn.add(oneFamily.get(i));
        }
        if (i < other.size()) {
          inTurn.add(other.get(i));
        }
      }
      return List.copyOf(inTurn.subList(0, Math.min(count, addresses.size())));
    }

    /** Returns all addresses, at least one; a failed future if there is none. */
    Future<List<InetAddress>> of(WebUrl url) {
      byte[] literal = url.ipAddress();
      String host = url.host();
      try {
        if (literal != null) {
          return Future.succeededFuture(List.of(InetAddress.getByAddress(literal)));
        }
        if (host == null || host.isEmpty()) {
          return Future.failedFuture(new UnknownHostException());
        }
      } catch (UnknownHostException e) {
        return Future.failedFuture(e);
      }
      return resolver
          .resolveAll(host)
          .map(
              all ->
                  all.stream()
                      .map(InetSocketAddress::getAddress)
                      .collect(Collectors.toUnmodifiableList()))
          .compose(
              all ->
                  all.isEmpty()
                      ? Future.failedFuture(new UnknownHostException())
                      : Future.succeededFuture(all));
    }
  }
}
