package dev.symbolicator.fetch;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.threads.Slots;
import dev.symbolicator.vertx.EventLoops;
import dev.symbolicator.vertx.NameResolver;
import io.quarkus.runtime.Startup;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.http.HttpClientOptions;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Fetches scripts and source maps from URLs that strangers chose.
 *
 * <p>A URL is asked only if its scheme, origin and path may be, and connected to only at an address
 * that was resolved and checked for this very request: the connection is made to the address, while
 * Host and TLS keep the name. So a name that resolves differently the second time gains nothing.
 * The connection pool is keyed by that address too (and by scheme, host and port), so a pooled
 * connection leads to a checked address as well. Redirects pass every check again, hop by hop.
 * Where the operator has a proxy, it is the proxy that connects to the checked address.
 *
 * <p>A connection that fails or breaks, and an answer of 502, 503 or 504, is tried once more after
 * a short while. An origin that keeps failing is left alone for a time: {@link CircuitBreaker}.
 *
 * <p>A fetch ends when whoever asked gives up: completing or cancelling the returned future cuts it
 * off, or keeps it from being begun.
 */
@Startup
@Singleton
public final class Fetcher {
  private final FetchRuntime runtime;
  private final ByteBudget budget;
  private final Slots slots;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if it makes no sense; the message names the key
   */
  @Inject
  public Fetcher(
      Vertx vertx, FetchConfig config, ByteBudget budget, ResolverOptions resolverOptions) {
    this(vertx, config, FetchLimits.DEFAULT, budget, resolverOptions);
  }

  /** A fetcher with limits of its own, for tests. */
  public Fetcher(
      Vertx vertx,
      FetchConfig config,
      FetchLimits limits,
      ByteBudget budget,
      ResolverOptions resolverOptions) {
    this(
        vertx,
        config,
        limits,
        budget,
        resolverOptions.options(),
        new HttpClientOptions(),
        System::nanoTime);
  }

  /**
   * A fetcher with certificates and a clock of its own, for tests.
   *
   * @param resolverOptions how names are resolved
   * @param options what the client begins with: certificates it trusts
   * @param nanoTime the circuit breaker's clock
   */
  Fetcher(
      Vertx vertx,
      FetchConfig config,
      FetchLimits limits,
      ByteBudget budget,
      AddressResolverOptions resolverOptions,
      HttpClientOptions options,
      LongSupplier nanoTime) {
    if (!HeaderText.isValue(config.userAgent())) {
      throw new IllegalArgumentException(
          "symbolicator.fetch.user-agent: the value is no header's value: one line of ASCII.");
    }
    ForwardProxy proxy = new ForwardProxy(config, limits);
    FetchPolicy policy = new FetchPolicy(config, limits, proxy);
    OriginHeaders originHeaders = new OriginHeaders(config.origin(), policy::allows);
    this.runtime =
        new FetchRuntime(
            vertx,
            FetchClient.create(vertx, config, limits, options),
            vertx.createSharedWorkerExecutor("symbolicator-decode", limits.decoders()),
            config,
            limits,
            policy,
            proxy,
            originHeaders,
            new NameResolver(
                vertx, resolverOptions, new HostCache(resolverOptions, limits.hostNames())),
            new CircuitBreaker(
                limits.breakerFailures(), limits.breakerPause(), limits.breakerOrigins(), nanoTime),
            System::nanoTime);
    this.budget = budget;
    this.slots = new Slots(config.maxConcurrent(), config.maxConnectionsPerHost(), limits.queued());
  }

  /** What the configuration alone has against a request; null if nothing. Asks nobody. */
  public @Nullable FetchFailure refuse(FetchRequest request) {
    return runtime.policy().refuse(request.url(), request.kind(), request.namedBy());
  }

  /**
   * Fetches, without blocking the caller. The future is completed on an event loop: go on elsewhere
   * with anything that takes time.
   *
   * @return completes with a {@link Fetched} that the caller closes, a {@link NotModified} if the
   *     request has validators, or a {@link FetchFailure}; never exceptionally
   */
  public CompletableFuture<FetchResult> fetch(FetchRequest request) {
    CompletableFuture<FetchResult> answer = new CompletableFuture<>();
    FetchFailure refused = refuse(request);
    if (refused != null) {
      answer.complete(refused);
      return answer;
    }
    slots.start(
        request.url().origin(),
        new Slots.Job() {
          @Override
          public void run() {
            Fetcher.this.run(request, answer);
          }

          @Override
          public void refuse() {
            answer.complete(
                new FetchFailure.NoCapacity("Too many fetches are waiting. Try again later."));
          }
        });
    return answer;
  }

  private void run(FetchRequest request, CompletableFuture<FetchResult> answer) {
    FetchRun fetch =
        new FetchRun(runtime, request, budget.open(), result -> end(request, result, answer));
    try {
      Context context = EventLoops.newContext(runtime.vertx());
      CompletableFuture<?> unused =
          answer.whenComplete(
              (done, fault) -> context.runOnContext(stillRunning -> fetch.giveUp()));
      context.runOnContext(start -> fetch.start());
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
    runtime.resolver().close();
  }
}
