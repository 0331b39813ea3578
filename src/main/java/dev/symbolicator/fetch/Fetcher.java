package dev.symbolicator.fetch;

import dev.symbolicator.content.ByteBudget;
import io.quarkus.runtime.Startup;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.tracing.TracingPolicy;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

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
  private static final int MAX_HEADER_BYTES = 64 * 1024;
  private static final int MAX_STATUS_LINE_BYTES = 4 * 1024;

  private final VertxInternal vertx;
  private final FetchConfig config;
  private final FetchPolicy policy;
  private final ByteBudget budget;
  private final Slots slots;
  private final HttpClient client;
  private final WorkerExecutor workers;

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
    this.vertx = (VertxInternal) vertx;
    this.config = config;
    this.policy = new FetchPolicy(config);
    this.budget = budget;
    this.slots = new Slots(config.maxConcurrent(), config.maxQueued());
    this.client = vertx.createHttpClient(clientOptions(options), poolOptions());
    this.workers = vertx.createSharedWorkerExecutor("symbolicator-decode", DECODING_THREADS);
  }

  private HttpClientOptions clientOptions(HttpClientOptions options) {
    int connectMillis = (int) Math.min(Integer.MAX_VALUE, config.connectTimeout().toMillis());
    return options
        .setProtocolVersion(HttpVersion.HTTP_1_1)
        .setConnectTimeout(connectMillis)
        .setSslHandshakeTimeout(connectMillis)
        .setSslHandshakeTimeoutUnit(java.util.concurrent.TimeUnit.MILLISECONDS)
        .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setMaxInitialLineLength(MAX_STATUS_LINE_BYTES)
        .setVerifyHost(true)
        .setTracingPolicy(TracingPolicy.IGNORE);
  }

  private PoolOptions poolOptions() {
    return new PoolOptions()
        .setHttp1MaxSize(config.maxConnectionsPerHost())
        .setMaxWaitQueueSize(config.maxConcurrent());
  }

  /**
   * Fetches, without blocking the caller.
   *
   * @return completes with a {@link Fetched} that the caller closes, or a {@link FetchFailure};
   *     never exceptionally
   */
  public CompletableFuture<FetchResult> fetch(FetchRequest request) {
    CompletableFuture<FetchResult> answer = new CompletableFuture<>();
    FetchFailure refused = policy.refuse(request.url(), request.kind());
    if (refused != null) {
      answer.complete(refused);
      return answer;
    }
    boolean queued = slots.start(() -> run(request, answer));
    if (!queued) {
      answer.complete(new FetchFailure.OverBudget("Too many fetches are waiting."));
    }
    return answer;
  }

  private void run(FetchRequest request, CompletableFuture<FetchResult> answer) {
    try {
      RunningFetch fetch =
          new RunningFetch(
              vertx,
              client,
              workers,
              config,
              policy,
              request,
              budget.open(),
              result -> {
                slots.end();
                hand(result, answer);
              });
      vertx.createEventLoopContext().runOnContext(start -> fetch.start());
    } catch (RejectedExecutionException shutDown) {
      slots.end();
      answer.complete(new FetchFailure.Unreachable("The service is shutting down."));
    }
  }

  private static void hand(FetchResult result, CompletableFuture<FetchResult> answer) {
    if (!answer.complete(result) && result instanceof Fetched fetched) {
      fetched.close();
    }
  }

  /** Connections open or under way end; fetches under way fail. */
  @PreDestroy
  void close() {
    client.close();
    workers.close();
  }
}
