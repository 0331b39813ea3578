package dev.symbolicator.fetch;

/** What became of a fetch. */
public sealed interface FetchResult permits Fetched, NotModified, FetchFailure {}
