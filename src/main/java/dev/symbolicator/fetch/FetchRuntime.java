package dev.symbolicator.fetch;

import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClient;
import io.vertx.core.impl.VertxInternal;
import java.util.function.LongSupplier;

/**
 * What all fetches share.
 *
 * @param workers few threads, for what would hold up an event loop
 * @param nanoTime a clock as {@link System#nanoTime}
 */
record FetchRuntime(
    VertxInternal vertx,
    HttpClient client,
    WorkerExecutor workers,
    FetchConfig config,
    FetchPolicy policy,
    ForwardProxy proxy,
    OriginHeaders originHeaders,
    HostResolver resolver,
    CircuitBreaker breaker,
    LongSupplier nanoTime) {}
