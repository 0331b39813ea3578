package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.sourcemap.link.SourceMappingComment;
import dev.symbolicator.symbols.ScriptComments;
import dev.symbolicator.url.DataUrl;
import org.jspecify.annotations.Nullable;

/** What tells a script's map: the comment's URL or map, debug IDs of comment and code, the hash. */
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

  /** Reads a script in UTF-8. */
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

  /** Returns the map in a script; null if its comment is no valid data: URL. */
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

  @Nullable String debugId() {
    return commentId != null ? commentId : snippetId;
  }

  /**
   * Lengths of lines in UTF-16 units, without line ends (ECMA-262, "Line Terminators"), from UTF-8
   * without decoding; an invalid byte counts as one unit.
   */
  static final class LineLengths {
    private final Ints lengths;

    private LineLengths(Ints lengths) {
      this.lengths = lengths;
    }

    /** Reads a script in UTF-8; a byte order mark takes no column. */
    static LineLengths of(byte[] script, Allowance allowance) {
      Ints lengths = new Ints(allowance);
      int units = 0;
      int i = startsWithMark(script) ? 3 : 0;
      while (i < script.length) {
        int b = script[i] & 0xff;
        int length = sequenceLength(script, i);
        boolean isPair = b == '\r' && i + 1 < script.length && script[i + 1] == '\n';
        if (b == '\n' || b == '\r' || (length == 3 && isSeparator(script, i))) {
          lengths.add(units);
          units = 0;
          i += isPair ? 2 : length;
        } else {
          units += length == 4 ? 2 : 1;
          i += length;
        }
      }
      lengths.add(units);
      return new LineLengths(lengths);
    }

    private static boolean startsWithMark(byte[] script) {
      return script.length >= 3
          && script[0] == (byte) 0xEF
          && script[1] == (byte) 0xBB
          && script[2] == (byte) 0xBF;
    }

    /** Returns the bytes of the character at an offset; 1 for an invalid byte. */
    private static int sequenceLength(byte[] script, int i) {
      int b = script[i] & 0xff;
      int length = b < 0xC0 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
      for (int at = i + 1; at < i + length; at++) {
        if (at >= script.length || (script[at] & 0xC0) != 0x80) {
          return 1;
        }
      }
      return length;
    }

    /** Tells whether U+2028 or U+2029 is at an offset. */
    private static boolean isSeparator(byte[] script, int i) {
      return script[i] == (byte) 0xE2
          && script[i + 1] == (byte) 0x80
          && (script[i + 2] == (byte) 0xA8 || script[i + 2] == (byte) 0xA9);
    }

    int count() {
      return lengths.size();
    }

    /** Returns the length of a 0-based line; -1 if the script has no such line. */
    int length(int line) {
      return line < lengths.size() ? lengths.get(line) : -1;
    }
  }
}
