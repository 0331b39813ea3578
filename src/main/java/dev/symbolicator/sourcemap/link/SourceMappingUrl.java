package dev.symbolicator.sourcemap.link;

import org.jspecify.annotations.Nullable;

/**
 * The URL that a script gives for its map (ECMA-426, "Linking generated code to source maps"), as
 * written: never empty, usually relative to the script's URL after redirects, perhaps a {@code
 * data:} URL. The first of the header {@code SourceMap}, the deprecated {@code X-SourceMap}, the
 * comment that the standard finds without parsing, and the one that V8 finds counts.
 */
public record SourceMappingUrl(String url, LinkPlace place) {

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
   * Finds the URL in headers, null or blank for none, and in the script in UTF-8; null if it names
   * no map, also by an empty URL.
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
