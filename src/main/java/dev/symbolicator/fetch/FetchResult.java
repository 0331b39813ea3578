package dev.symbolicator.fetch;

/** The result of a fetch: a body, "not modified", or a failure. */
public sealed interface FetchResult permits Fetched, NotModified, FetchFailure {}
