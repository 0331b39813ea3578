package dev.symbolicator.fetch;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.tracing.TracingPolicy;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Makes the HTTP client that all fetches share. */
final class FetchClient {
  private static final int KEEP_ALIVE_SECONDS = 3;
  static final int MAX_STATUS_LINE_BYTES = 4 * 1024;

  private FetchClient() {}

  static HttpClient create(
      Vertx vertx, FetchConfig config, FetchLimits limits, HttpClientOptions options) {
    return vertx
        .httpClientBuilder()
        .with(options(options, config, limits))
        .with(poolOptions(config))
        .withConnectHandler(FetchClient::prepare)
        .build();
  }

  private static HttpClientOptions options(
      HttpClientOptions options, FetchConfig config, FetchLimits limits) {
    int connectMillis = (int) Math.min(Integer.MAX_VALUE, limits.connectTimeout().toMillis());
    config
        .caFile()
        .ifPresent(file -> options.setTrustOptions(TrustedAuthorities.withFile(Path.of(file))));
    return options
        .setProtocolVersion(HttpVersion.HTTP_1_1)
        .setConnectTimeout(connectMillis)
        .setSslHandshakeTimeout(connectMillis)
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
        .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
        .setMaxHeaderSize(limits.headerBytes())
        .setMaxInitialLineLength(MAX_STATUS_LINE_BYTES)
        .setVerifyHost(true)
        .setTracingPolicy(TracingPolicy.IGNORE);
  }

  private static void prepare(HttpConnection connection) {
    // Vert.x would log why a connection broke, and a server may put any text into that.
    connection.exceptionHandler(broken -> {});
    ChunkJoiner.addTo(connection);
  }

  private static PoolOptions poolOptions(FetchConfig config) {
    return new PoolOptions()
        .setHttp1MaxSize(config.maxConnectionsPerHost())
        .setMaxWaitQueueSize(config.maxConcurrent());
  }
}
