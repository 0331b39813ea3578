package dev.symbolicator.fetch;

import dev.symbolicator.fetch.OriginHeaders.HeaderText;
import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.url.WebUrl;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /**
   * The validators of a copy, by which its origin tells whether the copy is still current (RFC
   * 9110, section 8.8). Validators are sent only to the URL that answered with them, at any hop. A
   * redirect that meanwhile leads elsewhere brings a whole body.
   *
   * <p>Validators may come from a cache that is not trusted. A text that cannot be a header's value
   * counts as none.
   *
   * @param url the final URL of the copy; its fragment is dropped
   * @param etag the value of the ETag header, sent as If-None-Match
   * @param lastModified the value of the Last-Modified header, sent as If-Modified-Since
   */
  public record Validators(WebUrl url, @Nullable String etag, @Nullable String lastModified) {

    public Validators {
      url = url.withoutFragment();
      etag = etag != null && HeaderText.isValue(etag) ? etag : null;
      lastModified = lastModified != null && HeaderText.isValue(lastModified) ? lastModified : null;
    }

    /** Returns the validators of an answer; null if it has none. */
    public static @Nullable Validators of(WebUrl finalUrl, ResponseHeaders headers) {
      Validators found =
          new Validators(finalUrl, headers.first("etag"), headers.first("last-modified"));
      return found.etag == null && found.lastModified == null ? null : found;
    }

    /**
     * Returns the headers that make a request conditional; none if {@code asked} is another URL.
     */
    Map<String, String> conditions(WebUrl asked) {
      Map<String, String> conditions = new HashMap<>();
      if (url.equals(asked)) {
        if (etag != null) {
          conditions.put("If-None-Match", etag);
        }
        if (lastModified != null) {
          conditions.put("If-Modified-Since", lastModified);
        }
      }
      return conditions;
    }
  }
}
