package dev.symbolicator.sourcemap.link;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the debug ID of a script: a UUID that a builder wrote into the script and its map (ECMA-426
 * proposal "Source Map Debug ID"). Passed on in lower case with hyphens.
 */
public final class DebugId {
  /** The comment is looked for in this many last lines, as the proposal says. */
  private static final int LAST_LINES = 5;

  private static final String COMMENT = "//# debugId=";
  private static final int UUID_LENGTH = 36;
  private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{32}");
  private static final Pattern HYPHENATED =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final List<WordSearch> SNIPPETS =
      List.of(new WordSearch("sentry-dbid-"), new WordSearch("\"ddDebugId\":\""));

  private static final List<WordSearch> MEMBERS =
      List.of(new WordSearch("\"debugId\""), new WordSearch("\"debug_id\""));

  private DebugId() {}

  /**
   * Returns a debug ID in lower case with hyphens; null if the text is no UUID. Sentry's clients
   * also send it without hyphens.
   */
  public static @Nullable String canonical(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (HYPHENATED.matcher(lower).matches()) {
      return lower;
    }
    return DIGITS.matcher(lower).matches()
        ? String.join(
            "-",
            lower.substring(0, 8),
            lower.substring(8, 12),
            lower.substring(12, 16),
            lower.substring(16, 20),
            lower.substring(20))
        : null;
  }

  /**
   * Returns the debug ID of the comment {@code //# debugId=} in the last five lines, else of the
   * snippet that Sentry's or Datadog's tools put into scripts; null if there is none.
   */
  public static @Nullable String ofScript(byte[] script) {
    String comment = ofComment(script);
    return comment != null ? comment : ofSnippet(script);
  }

  public static @Nullable String ofComment(byte[] script) {
    int end = trimLines(script);
    for (int line = 0; line < LAST_LINES && end > 0; line++) {
      int start = ScriptText.lineStart(script, end);
      String id = ofCommentLine(script, start, end);
      if (id != null || start == 0) {
        return id;
      }
      end = ScriptText.previousLineEnd(script, start);
      if (end > 0 && script[end] == '\n' && script[end - 1] == '\r') {
        end--;
      }
    }
    return null;
  }

  private static int trimLines(byte[] script) {
    int end = ScriptText.trimWhiteSpace(script, 0, script.length);
    int start = ScriptText.lineStart(script, end);
    while (start == end && start > 0) {
      end = ScriptText.trimWhiteSpace(script, 0, ScriptText.previousLineEnd(script, start));
      start = ScriptText.lineStart(script, end);
    }
    return end;
  }

  private static @Nullable String ofCommentLine(byte[] script, int start, int end) {
    int from = ScriptText.skipWhiteSpace(script, start, end);
    if (!ScriptText.startsWith(script, from, end, COMMENT)) {
      return null;
    }
    int to = ScriptText.trimWhiteSpace(script, from, end);
    return canonical(ScriptText.decode(script, from + COMMENT.length(), to));
  }

  public static @Nullable String ofSnippet(byte[] script) {
    for (WordSearch snippet : SNIPPETS) {
      for (int at = snippet.find(script, 0); at >= 0; at = snippet.find(script, at + 1)) {
        int from = at + snippet.length();
        if (from + UUID_LENGTH <= script.length) {
          String id = canonical(ScriptText.decode(script, from, from + UUID_LENGTH));
          if (id != null) {
            return id;
          }
        }
      }
    }
    return null;
  }

  /**
   * Returns the debug ID of a source map, which an index map may have in a section only; null if
   * there is none. A text within cannot be mistaken for the member, since its quotation marks are
   * escaped.
   */
  public static @Nullable String ofMap(byte[] map) {
    return ofMap(map, 0, map.length);
  }

  /** Like {@link #ofMap(byte[])}, for a map that lies within other bytes. */
  public static @Nullable String ofMap(byte[] map, int from, int to) {
    for (WordSearch member : MEMBERS) {
      for (int at = member.find(map, from, to); at >= 0; at = member.find(map, at + 1, to)) {
        String id =
            at > from && map[at - 1] == '\\' ? null : ofValue(map, at + member.length(), to);
        if (id != null) {
          return id;
        }
      }
    }
    return null;
  }

  private static @Nullable String ofValue(byte[] map, int afterName, int to) {
    int colon = skipJsonSpace(map, afterName, to);
    int quote = colon < to && map[colon] == ':' ? skipJsonSpace(map, colon + 1, to) : -1;
    if (quote < 0 || quote >= to || map[quote] != '"') {
      return null;
    }
    int end = quote + 1;
    while (end < to && map[end] != '"' && end - quote <= UUID_LENGTH) {
      end++;
    }
    return end < to && map[end] == '"' ? canonical(ScriptText.decode(map, quote + 1, end)) : null;
  }

  private static int skipJsonSpace(byte[] map, int from, int to) {
    int at = from;
    while (at < to && (map[at] == ' ' || map[at] == '\t' || map[at] == '\n' || map[at] == '\r')) {
      at++;
    }
    return at;
  }

  /**
   * Returns the length of a script without a last line that is only its debug ID, and the empty
   * lines behind: Sentry's plugins add it to the copy that they upload, not to the script that is
   * served.
   */
  public static int lengthWithoutComment(byte[] script) {
    int end = trimLines(script);
    int start = ScriptText.lineStart(script, end);
    if (start == 0 || ofCommentLine(script, start, end) == null) {
      return script.length;
    }
    return ScriptText.previousLineEnd(script, start);
  }

  /**
   * Finds a word in bytes, looking at every eighth byte or so of a word of nine (Horspool,
   * "Practical fast searching in strings", 1980). Immutable and thread-safe.
   */
  static final class WordSearch {
    private final byte[] word;
    private final int[] steps = new int[1 << Byte.SIZE];

    WordSearch(String word) {
      this.word = word.getBytes(StandardCharsets.US_ASCII);
      int last = this.word.length - 1;
      Arrays.fill(steps, this.word.length);
      for (int i = 0; i < last; i++) {
        steps[this.word[i] & 0xFF] = last - i;
      }
    }

    int length() {
      return word.length;
    }

    int find(byte[] bytes, int from) {
      return find(bytes, from, bytes.length);
    }

    int find(byte[] bytes, int from, int to) {
      int last = word.length - 1;
      int at = from;
      while (at < to - last) {
        byte end = bytes[at + last];
        if (end == word[last] && Arrays.equals(bytes, at, at + last, word, 0, last)) {
          return at;
        }
        at += steps[end & 0xFF];
      }
      return -1;
    }
  }
}
