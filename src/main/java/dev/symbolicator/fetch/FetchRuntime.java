package dev.symbolicator.fetch;

import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpClient;
import io.vertx.core.impl.VertxInternal;

/**
 * What all fetches share.
 *
 * @param workers few threads, for what would hold up an event loop
 */
record FetchRuntime(
    VertxInternal vertx,
    HttpClient client,
    WorkerExecutor workers,
    FetchConfig config,
    FetchPolicy policy) {}
