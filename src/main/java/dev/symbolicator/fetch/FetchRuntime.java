package dev.symbolicator.fetch;

import dev.symbolicator.vertx.NameResolver;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClient;
import java.util.function.LongSupplier;

/**
 * The parts that all fetches share.
 *
 * @param workers a few threads, for work that would block an event loop
 * @param nanoTime a clock like {@link System#nanoTime}
 */
record FetchRuntime(
    Vertx vertx,
    HttpClient client,
    WorkerExecutor workers,
    FetchConfig config,
    FetchLimits limits,
    FetchPolicy policy,
    ForwardProxy proxy,
    OriginHeaders originHeaders,
    NameResolver resolver,
    CircuitBreaker breaker,
    LongSupplier nanoTime) {}
