package dev.symbolicator.fetch;

import dev.symbolicator.url.WebUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing to fetch.
 *
 * @param namedBy the files that led to the URL, each with its final URL: none for a script, which a
 *     profile names; the script for its map; script and map for a source. What the operator grants
 *     the URL's origin beyond what is open to all is used only if all of these may: {@link
 *     FetchConfig.OriginConfig#scriptsFrom}
 * @param validators of the copy the caller has, for a conditional request; null for a plain one
 */
public record FetchRequest(
    WebUrl url, FileKind kind, List<WebUrl> namedBy, @Nullable Validators validators) {

  /** Copies the list. */
  public FetchRequest {
    namedBy = List.copyOf(namedBy);
  }

  /** A request for a script that a profile names. */
  public static FetchRequest script(WebUrl url) {
    return new FetchRequest(url, FileKind.SCRIPT, List.of(), null);
  }

  /**
   * A request for a source map.
   *
   * @param script the final URL of the script that names it
   */
  public static FetchRequest sourceMap(WebUrl url, WebUrl script) {
    return new FetchRequest(url, FileKind.SOURCE_MAP, List.of(script), null);
  }

  /**
   * A request for an original source.
   *
   * @param namedBy the final URLs of the script and, unless it is inline, of the map that names it
   */
  public static FetchRequest source(WebUrl url, List<WebUrl> namedBy) {
    return new FetchRequest(url, FileKind.SOURCE, namedBy, null);
  }

  /** The same request, which may be answered with "not modified". */
  public FetchRequest with(Validators known) {
    return new FetchRequest(url, kind, namedBy, known);
  }

  /** What is expected at the URL; each kind has a size limit of its own. */
  public enum FileKind {
    /** A script. Its path, after each redirect too, must match {@link FetchConfig#scriptPaths}. */
    SCRIPT,
    /** A source map, at any path. */
    SOURCE_MAP,
    /**
     * An original source. Its path must match {@link FetchConfig#scriptPaths} as a script's, and
     * its origin must be that of the script or the map, or one that the operator lists: a map can
     * name hundreds of sources, and would else have them asked for anywhere.
     */
    SOURCE
  }
}
