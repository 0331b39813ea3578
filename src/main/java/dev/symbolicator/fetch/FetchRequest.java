package dev.symbolicator.fetch;

import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * One thing to fetch.
 *
 * @param validators of the copy the caller has, for a conditional request; null for a plain one
 */
public record FetchRequest(WebUrl url, Kind kind, @Nullable Validators validators) {

  /** A request whose answer is a body, whatever the caller may have already. */
  public FetchRequest(WebUrl url, Kind kind) {
    this(url, kind, null);
  }

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
