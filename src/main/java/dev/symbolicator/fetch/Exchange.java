package dev.symbolicator.fetch;

import dev.symbolicator.url.WebUrl;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Prepares the request of one hop: a connection to one of the addresses that were checked. */
final class Exchange {
  private final FetchRuntime runtime;
  private final WebUrl url;
  private final List<Map<String, String>> headers;
  private final BooleanSupplier over;

  /**
   * @param headers beside those that every request has, which they replace
   * @param over whether the fetch has ended meanwhile, so that no further address is tried
   */
  Exchange(
      FetchRuntime runtime, WebUrl url, List<Map<String, String>> headers, BooleanSupplier over) {
    this.runtime = runtime;
    this.url = url;
    this.headers = headers;
    this.over = over;
  }

  /** Connects to the first address that lets it; the request is not sent yet. */
  Future<HttpClientRequest> connect(List<InetAddress> checked) {
    return runtime
        .client()
        .request(options(checked.get(0)))
        .recover(
            cause ->
                checked.size() == 1 || over.getAsBoolean()
                    ? Future.failedFuture(cause)
                    : connect(checked.subList(1, checked.size())))
        .compose(this::unlessOver);
  }

  private Future<HttpClientRequest> unlessOver(HttpClientRequest request) {
    if (over.getAsBoolean()) {
      request.reset();
      return Future.failedFuture(new CancellationException());
    }
    return Future.succeededFuture(request);
  }

  private RequestOptions options(InetAddress checked) {
    RequestOptions options =
        new RequestOptions()
            .setServer(SocketAddress.inetSocketAddress(url.port(), checked.getHostAddress()))
            .setHost(url.host())
            .setPort(url.port())
            .setSsl(url.scheme().equals("https"))
            .setURI(url.pathAndQuery())
            .setFollowRedirects(false)
            .putHeader(HttpHeaders.ACCEPT, "*/*")
            .putHeader(HttpHeaders.ACCEPT_ENCODING, "gzip, br, zstd")
            .putHeader(HttpHeaders.USER_AGENT, runtime.config().userAgent());
    @Nullable ProxyOptions proxy = runtime.proxy().of(url);
    if (proxy != null) {
      options.setProxyOptions(proxy);
    }
    headers.forEach(fields -> fields.forEach(options.getHeaders()::set));
    return options;
  }
}
