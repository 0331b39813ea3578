package dev.symbolicator.fetch;

import dev.symbolicator.url.WebUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to fetch one file.
 *
 * @param namedBy the final URLs of the files that led to the URL: none for a script, which a
 *     profile names; the script for its map; script and map for a source. The operator's grants to
 *     the URL's origin, beyond what a star allows, are used only if all of these files may use
 *     them: {@link FetchConfig.OriginConfig#scriptsFrom}
 * @param validators of the caller's copy, for a conditional request; null for a plain one
 * @param scope the tenant whose share of the fetches the request takes
 */
public record FetchRequest(
    WebUrl url,
    FileKind kind,
    List<WebUrl> namedBy,
    @Nullable Validators validators,
    String scope) {
  private static final String DEFAULT_SCOPE = "default";

  /** Copies the list. */
  public FetchRequest {
    namedBy = List.copyOf(namedBy);
  }

  /** Returns a request for a script that a profile names. */
  public static FetchRequest script(WebUrl url) {
    return new FetchRequest(url, FileKind.SCRIPT, List.of(), null, DEFAULT_SCOPE);
  }

  /**
   * Returns a request for a source map.
   *
   * @param script the final URL of the script that names the map
   */
  public static FetchRequest sourceMap(WebUrl url, WebUrl script) {
    return new FetchRequest(url, FileKind.SOURCE_MAP, List.of(script), null, DEFAULT_SCOPE);
  }

  /**
   * Returns a request for an original source.
   *
   * @param namedBy the final URLs of the script and, unless the map is inline, of the map
   */
  public static FetchRequest source(WebUrl url, List<WebUrl> namedBy) {
    return new FetchRequest(url, FileKind.SOURCE, namedBy, null, DEFAULT_SCOPE);
  }

  /** Returns this request with validators, so that "not modified" may answer it. */
  public FetchRequest with(Validators known) {
    return new FetchRequest(url, kind, namedBy, known, scope);
  }

  /** Returns this request for a tenant. */
  public FetchRequest forScope(String tenant) {
    return new FetchRequest(url, kind, namedBy, validators, tenant);
  }

  /** The kind of file that the URL should lead to; each kind has its own size limit. */
  public enum FileKind {
    /** A script. Its path, after each redirect too, must match {@link FetchConfig#scriptPaths}. */
    SCRIPT,
    /** A source map, at any path. */
    SOURCE_MAP,
    /**
     * An original source. Its path must match {@link FetchConfig#scriptPaths}, like a script's. Its
     * origin must be that of the script or the map, or one that the operator lists. Otherwise a map
     * could have hundreds of sources requested anywhere.
     */
    SOURCE
  }
}
