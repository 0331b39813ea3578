package dev.symbolicator.fetch;

import dev.symbolicator.fetch.OriginHeaders.HeaderText;
import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.url.WebUrl;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request for one file.
 *
 * @param namedBy final URLs of the files that led to it: none for a script, the script for its map,
 *     both for a source. Grants beyond a star's need {@link FetchConfig.OriginConfig#scriptsFrom}
 *     for all of them
 * @param validators of the caller's copy; null for a plain request
 * @param scope the tenant whose share is used
 */
public record FetchRequest(
    WebUrl url,
    FileKind kind,
    List<WebUrl> namedBy,
    @Nullable Validators validators,
    String scope) {
  private static final String DEFAULT_SCOPE = "default";

  public FetchRequest {
    namedBy = List.copyOf(namedBy);
  }

  /** Returns a request for a script that a profile names. */
  public static FetchRequest script(WebUrl url) {
    return new FetchRequest(url, FileKind.SCRIPT, List.of(), null, DEFAULT_SCOPE);
  }

  /** Returns a request for a map, which the final URL of a script names. */
  public static FetchRequest sourceMap(WebUrl url, WebUrl script) {
    return new FetchRequest(url, FileKind.SOURCE_MAP, List.of(script), null, DEFAULT_SCOPE);
  }

  /** Returns a request for a source, named by the final URLs of script and, unless inline, map. */
  public static FetchRequest source(WebUrl url, List<WebUrl> namedBy) {
    return new FetchRequest(url, FileKind.SOURCE, namedBy, null, DEFAULT_SCOPE);
  }

  /** Returns this request with validators, so that "not modified" may answer it. */
  public FetchRequest with(Validators known) {
    return new FetchRequest(url, kind, namedBy, known, scope);
  }

  public FetchRequest forScope(String tenant) {
    return new FetchRequest(url, kind, namedBy, validators, tenant);
  }

  /** The kinds of files, each with its own size limit. */
  public enum FileKind {
    /** A script. Its path, after each redirect too, must match {@link FetchConfig#scriptPaths}. */
    SCRIPT,
    /** A source map, at any path. */
    SOURCE_MAP,
    /** A source: with a script's path, of its script's or map's origin, or of a listed one. */
    SOURCE
  }

  /**
   * By these an origin tells whether a copy is current (RFC 9110, section 8.8); sent only to the
   * URL that answered with them. They may come from a cache that is not trusted, so a text that
   * cannot be a header's value counts as none.
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

    /** Returns headers of a conditional request; none if {@code asked} is another URL. */
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
