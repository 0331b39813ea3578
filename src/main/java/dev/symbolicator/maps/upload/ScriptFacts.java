package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.ScriptContent;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.sourcemap.link.SourceMappingComment;
import dev.symbolicator.symbols.ScriptComments;
import dev.symbolicator.url.DataUrl;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a script that tell its map.
 *
 * @param mapUrl the URL in the script's comment; null if there is none, or the script holds its map
 * @param isInline whether the comment holds the map
 * @param commentId the debug ID of the script's comment; null if none
 * @param snippetId the debug ID of the code that a tool put into the script; null if none
 * @param sha256 as {@link ScriptContent#sha256}
 */
record ScriptFacts(
    @Nullable String mapUrl,
    boolean isInline,
    @Nullable String commentId,
    @Nullable String snippetId,
    String sha256) {
  /** The longest URL of a map that is read, in bytes. */
  private static final int MAX_URL = 1 << 16;

  private static final int BYTES_PER_URL_BYTE = 5;
  private static final int OBJECTS_BYTES = 600;
  private static final String DATA_SCHEME = "data:";

  /**
   * Reads the facts.
   *
   * @param script in UTF-8
   * @param allowance charged with the facts
   */
  static ScriptFacts of(byte[] script, Allowance allowance) {
    SourceMappingComment comment = comment(script, allowance);
    boolean isInline = comment != null && isData(comment, allowance);
    String url = null;
    if (comment != null && !isInline && comment.length() <= MAX_URL) {
      allowance.take((long) BYTES_PER_URL_BYTE * comment.length());
      url = comment.read().url();
    }
    allowance.take(OBJECTS_BYTES);
    return new ScriptFacts(
        url,
        isInline,
        DebugId.ofComment(script),
        DebugId.ofSnippet(script),
        ScriptContent.of(script).sha256());
  }

  private static @Nullable SourceMappingComment comment(byte[] script, Allowance allowance) {
    try (Allowance reading = allowance.part()) {
      return SourceMappingComment.find(script, new ScriptComments(script, reading));
    }
  }

  private static boolean isData(SourceMappingComment comment, Allowance allowance) {
    if (comment.length() <= DATA_SCHEME.length()) {
      return false;
    }
    try (Allowance reading = allowance.part()) {
      reading.take((long) BYTES_PER_URL_BYTE * comment.length());
      return DataUrl.is(comment.read().url());
    }
  }

  /**
   * Returns the map that a script holds; null if the script's comment is no valid data: URL.
   *
   * @param allowance charged with the map
   */
  static byte @Nullable [] inlineMap(byte[] script, Allowance allowance) {
    SourceMappingComment comment = comment(script, allowance);
    if (comment == null) {
      return null;
    }
    allowance.take((long) BYTES_PER_URL_BYTE * comment.length());
    String url = comment.read().url();
    allowance.take(DataUrl.memory(url));
    DataUrl map = DataUrl.parse(url);
    return map == null ? null : map.bytes();
  }

  /** Returns the debug ID of the script; null if the script has none. */
  @Nullable String debugId() {
    return commentId != null ? commentId : snippetId;
  }
}
