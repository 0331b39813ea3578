package dev.symbolicator.sourcemap.link;

import org.jspecify.annotations.Nullable;

/**
 * The URL that a script gives for its source map (ECMA-426, section "Linking generated code to
 * source maps").
 *
 * <p>The first of these counts:
 *
 * <ol>
 *   <li>the header {@code SourceMap};
 *   <li>the deprecated header {@code X-SourceMap};
 *   <li>the comment that the standard finds without parsing;
 *   <li>the comment that V8 finds, since the service's traces come from Chromium.
 * </ol>
 *
 * <p>The search takes time proportional to the length of the script, and is quick if the comment is
 * the last line.
 *
 * @param url the URL as written: never empty, usually relative to the script's URL after redirects;
 *     may be a {@code data:} URL
 * @param place the place where the URL was found
 */
public record SourceMappingUrl(String url, LinkPlace place) {

  /** The places where a map's URL can be. */
  public enum LinkPlace {
    /** The HTTP header {@code SourceMap}. */
    HEADER,
    /** The deprecated HTTP header {@code X-SourceMap}. */
    DEPRECATED_HEADER,
    /** A comment at the end of the script, which the standard finds. */
    COMMENT,
    /** A comment that V8 takes and the standard does not, for example with code after it. */
    V8_COMMENT
  }

  /**
   * Finds the URL of a script's map.
   *
   * @param sourceMapHeader value of the header {@code SourceMap}; null or blank if there is none
   * @param xSourceMapHeader value of the header {@code X-SourceMap}, likewise
   * @param script the script in UTF-8
   * @return null if the script names no map, also by an empty URL
   */
  public static @Nullable SourceMappingUrl find(
      @Nullable String sourceMapHeader, @Nullable String xSourceMapHeader, byte[] script) {
    SourceMappingUrl header = ofHeaders(sourceMapHeader, xSourceMapHeader);
    if (header != null) {
      return header;
    }
    SourceMappingComment comment = SourceMappingComment.find(script);
    return comment == null ? null : comment.read();
  }

  /** Like {@link #find}, but looks only at the headers. */
  public static @Nullable SourceMappingUrl ofHeaders(
      @Nullable String sourceMapHeader, @Nullable String xSourceMapHeader) {
    if (sourceMapHeader != null && !sourceMapHeader.isBlank()) {
      return new SourceMappingUrl(sourceMapHeader.strip(), LinkPlace.HEADER);
    }
    if (xSourceMapHeader != null && !xSourceMapHeader.isBlank()) {
      return new SourceMappingUrl(xSourceMapHeader.strip(), LinkPlace.DEPRECATED_HEADER);
    }
    return null;
  }
}
