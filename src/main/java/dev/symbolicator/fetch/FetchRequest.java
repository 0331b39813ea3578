package dev.symbolicator.fetch;

import dev.symbolicator.url.WebUrl;

/** One thing to fetch. */
public record FetchRequest(WebUrl url, Kind kind) {

  /** What is expected at the URL; each kind has a size limit of its own. */
  public enum Kind {
    /** A script. Its path, after each redirect too, must match {@link FetchConfig#scriptPaths}. */
    SCRIPT,
    /** A source map, at any path. */
    SOURCE_MAP,
    /** An original source. Its path must match {@link FetchConfig#scriptPaths} as a script's. */
    SOURCE
  }
}
