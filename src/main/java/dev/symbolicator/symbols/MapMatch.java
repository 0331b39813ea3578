package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.sourcemap.SegmentsOutside;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Detects, from a script and a map alone, that the two do not belong together. */
final class MapMatch {
  private static final String COMMENT = "//# debugId=";
  private static final Pattern UUID =
      Pattern.compile("\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\s*");

  private MapMatch() {}

  /** Returns why a map cannot be the script's, as a sentence for people; null if it may be. */
  static @Nullable String mismatch(String script, Lines lines, SourceMap map) {
    String expected = map.debugId();
    String actual = expected == null ? null : debugId(script);
    if (actual != null && !actual.equals(expected)) {
      return "The script's debug id is " + actual + ", the source map's " + expected + ".";
    }
    SegmentsOutside outside =
        SegmentsOutside.of(map, line -> line < lines.count() ? lines.length(line) : -1);
    return outside.areTooMany()
        ? "The source map is not this script's: %d of its %d segments lie outside of the script."
            .formatted(outside.outside(), outside.segments())
        : null;
  }

  /** Returns the last debug id on a line of its own: builders write one near the script's end. */
  private static @Nullable String debugId(String script) {
    int at = script.lastIndexOf(COMMENT);
    while (at >= 0) {
      int start = at + COMMENT.length();
      int end = start;
      while (end < script.length() && script.charAt(end) != '\n' && end < start + 40) {
        end++;
      }
      Matcher uuid = UUID.matcher(script).region(start, end);
      if (uuid.matches() && (at == 0 || isLineEnd(script.charAt(at - 1)))) {
        return uuid.group().strip().toLowerCase(Locale.ROOT);
      }
      at = script.lastIndexOf(COMMENT, at - 1);
    }
    return null;
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029';
  }
}
