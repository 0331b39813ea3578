package dev.symbolicator.fetch;

import dev.symbolicator.content.ByteBudget;
import io.quarkus.runtime.Startup;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.tracing.TracingPolicy;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Fetches scripts and source maps from URLs that strangers chose.
 *
 * <p>A URL is asked only if its scheme, origin and path may be, and connected to only at an address
 * that was resolved and checked for this very request: the connection is made to the address, while
 * Host and TLS keep the name. So a name that resolves differently the second time gains nothing.
 * The connection pool is keyed by that address too (and by scheme, host and port), so a pooled
 * connection leads to a checked address as well. Redirects pass every check again, hop by hop.
 *
 * <p>A fetch is detached from whoever asked: completing or cancelling the returned future does not
 * stop it.
 */
@Startup
@Singleton
public final class Fetcher {
  /** What a decoder's window needs is not charged to the budget, so few decode at once. */
  private static final int DECODING_THREADS =
      Math.max(2, Math.min(8, Runtime.getRuntime().availableProcessors()));

  private static final int KEEP_ALIVE_SECONDS = 3;
  private static final int MAX_STATUS_LINE_BYTES = 4 * 1024;

  private final FetchRuntime runtime;
  private final ByteBudget budget;
  private final Slots slots;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a configured origin is no origin
   */
  @Inject
  public Fetcher(Vertx vertx, FetchConfig config, ByteBudget budget) {
    this(vertx, config, budget, new HttpClientOptions());
  }

  /** A fetcher whose client begins with options of the test's own: certificates it trusts. */
  Fetcher(Vertx vertx, FetchConfig config, ByteBudget budget, HttpClientOptions options) {
    HttpClient client =
        vertx
            .httpClientBuilder()
            .with(clientOptions(options, config))
            .with(poolOptions(config))
            .withConnectHandler(Fetcher::quiet)
            .build();
    WorkerExecutor workers =
        vertx.createSharedWorkerExecutor("symbolicator-decode", DECODING_THREADS);
    FetchPolicy policy = new FetchPolicy(config);
    this.runtime = new FetchRuntime((VertxInternal) vertx, client, workers, config, policy);
    this.budget = budget;
    this.slots =
        new Slots(config.maxConcurrent(), config.maxConnectionsPerHost(), config.maxQueued());
  }

  private static HttpClientOptions clientOptions(HttpClientOptions options, FetchConfig config) {
    int connectMillis = (int) Math.min(Integer.MAX_VALUE, config.connectTimeout().toMillis());
    return options
        .setProtocolVersion(HttpVersion.HTTP_1_1)
        .setConnectTimeout(connectMillis)
        .setSslHandshakeTimeout(connectMillis)
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
        .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
        .setMaxHeaderSize(Math.toIntExact(config.maxHeaderSize().asLongValue()))
        .setMaxInitialLineLength(MAX_STATUS_LINE_BYTES)
        .setVerifyHost(true)
        .setTracingPolicy(TracingPolicy.IGNORE);
  }

  /** Vert.x would log what broke a connection, and a server may put anything into that. */
  private static void quiet(HttpConnection connection) {
    connection.exceptionHandler(broken -> {});
  }

  private static PoolOptions poolOptions(FetchConfig config) {
    return new PoolOptions()
        .setHttp1MaxSize(config.maxConnectionsPerHost())
        .setMaxWaitQueueSize(config.maxConcurrent());
  }

  /** What the configuration alone has against a request; null if nothing. Asks nobody. */
  public @Nullable FetchFailure refuse(FetchRequest request) {
    return runtime.policy().refuse(request.url(), request.kind());
  }

  /**
   * Fetches, without blocking the caller. The future is completed on an event loop: go on elsewhere
   * with anything that takes time.
   *
   * @return completes with a {@link Fetched} that the caller closes, or a {@link FetchFailure};
   *     never exceptionally
   */
  public CompletableFuture<FetchResult> fetch(FetchRequest request) {
    CompletableFuture<FetchResult> answer = new CompletableFuture<>();
    FetchFailure refused = refuse(request);
    if (refused != null) {
      answer.complete(refused);
      return answer;
    }
    boolean queued = slots.start(request.url().origin(), () -> run(request, answer));
    if (!queued) {
      answer.complete(new FetchFailure.OverBudget("Too many fetches are waiting."));
    }
    return answer;
  }

  private void run(FetchRequest request, CompletableFuture<FetchResult> answer) {
    RunningFetch fetch =
        new RunningFetch(runtime, request, budget.open(), result -> end(request, result, answer));
    try {
      runtime.vertx().createEventLoopContext().runOnContext(start -> fetch.start());
    } catch (RejectedExecutionException shutDown) {
      end(request, new FetchFailure.Unreachable("The service is shutting down."), answer);
    }
  }

  private void end(
      FetchRequest request, FetchResult result, CompletableFuture<FetchResult> answer) {
    if (!answer.complete(result) && result instanceof Fetched fetched) {
      fetched.close();
    }
    slots.end(request.url().origin());
  }

  /** Connections open or under way end; fetches under way fail. */
  @PreDestroy
  void close() {
    runtime.client().close();
    runtime.workers().close();
  }
}
