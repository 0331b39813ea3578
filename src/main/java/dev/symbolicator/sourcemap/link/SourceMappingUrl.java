package dev.symbolicator.sourcemap.link;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The URL that a script gives for its source map (ECMA-426, section "Linking generated code to
 * source maps").
 *
 * <p>Looked for in this order, the first that is there wins: the header {@code SourceMap}; the
 * deprecated header {@code X-SourceMap}; the comment as the standard finds it without parsing; the
 * comment as V8 finds it, since the service's traces come from Chromium. Takes time proportional to
 * the length of the script and is quick on a long one whose comment is its last line.
 *
 * @param url as it was written: never empty, usually relative to the script's URL after redirects;
 *     may be a {@code data:} URL
 * @param place where it was found
 */
public record SourceMappingUrl(String url, LinkPlace place) {

  /** Where a map's URL can stand. */
  public enum LinkPlace {
    /** The HTTP header {@code SourceMap}. */
    HEADER,
    /** The deprecated HTTP header {@code X-SourceMap}. */
    DEPRECATED_HEADER,
    /** A comment at the end of the script, as the standard finds it. */
    COMMENT,
    /** A comment that V8 takes and the standard does not, such as one with code behind it. */
    V8_COMMENT
  }

  /**
   * Finds the map of a script.
   *
   * @param sourceMapHeader value of the header {@code SourceMap}; null where there is none, and a
   *     blank one counts as none
   * @param xSourceMapHeader value of the header {@code X-SourceMap}, likewise
   * @param script the script in UTF-8
   * @return null where the script names no map, also where an empty URL says so
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

  /** The same for a script that was decoded already. */
  public static @Nullable SourceMappingUrl find(
      @Nullable String sourceMapHeader, @Nullable String xSourceMapHeader, String script) {
    return find(sourceMapHeader, xSourceMapHeader, script.getBytes(StandardCharsets.UTF_8));
  }

  /** The map that a script's headers name; null where they name none. Parameters as above. */
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
