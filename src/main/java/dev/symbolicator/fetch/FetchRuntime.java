package dev.symbolicator.fetch;

import dev.symbolicator.vertx.NameResolver;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClient;
import java.util.function.LongSupplier;

/**
 * What all fetches share.
 *
 * @param workers few threads, for what would hold up an event loop
 * @param nanoTime a clock as {@link System#nanoTime}
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
