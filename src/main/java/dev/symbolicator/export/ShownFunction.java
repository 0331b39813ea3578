package dev.symbolicator.export;

import java.nio.charset.StandardCharsets;

/**
 * A function as an export shows it: its original, as far as known.
 *
 * @param name the original name, or the profile's; empty if there is none
 * @param generatedName the name as the profile gives it; empty if there is none
 * @param file the URL of the source or of the script; empty for a function without a script
 * @param line the line of the start, 0-based; -1 if unknown
 * @param column the column of the start, 0-based, in UTF-16 units; -1 if unknown
 */
record ShownFunction(String name, String generatedName, String file, int line, int column) {
  private static final int LONGEST_FILE_NAME = 200;

  boolean hasPosition() {
    return line >= 0 && column >= 0;
  }

  /**
   * Returns the name; for a function without one its place, as in {@code (anonymous
   * main.ts:23:25)}. The place has the column, since the line says nothing in a minified script.
   */
  String label() {
    if (!name.isEmpty()) {
      return name;
    }
    if (file.isEmpty()) {
      return "(anonymous)";
    }
    String position = hasPosition() ? ":" + (line + 1) + ":" + (column + 1) : "";
    return "(anonymous " + fileName() + position + ")";
  }

  /** Returns the last segment of the file's path. */
  String fileName() {
    if (file.regionMatches(true, 0, "data:", 0, 5)) {
      return "data:";
    }
    int end = file.length();
    for (int i = 0; i < end; i++) {
      if (file.charAt(i) == '?' || file.charAt(i) == '#') {
        end = i;
      }
    }
    while (end > 0 && file.charAt(end - 1) == '/') {
      end--;
    }
    String segment = file.substring(file.lastIndexOf('/', end - 1) + 1, end);
    return segment.length() > LONGEST_FILE_NAME ? segment.substring(0, LONGEST_FILE_NAME) : segment;
  }

  /** Returns a text in UTF-8. A lone surrogate, which UTF-8 cannot hold, becomes U+FFFD. */
  static byte[] utf8(String text) {
    StringBuilder whole = null;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      boolean isPair =
          Character.isHighSurrogate(unit)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (isPair) {
        i++;
      } else if (Character.isSurrogate(unit)) {
        whole = whole == null ? new StringBuilder(text) : whole;
        whole.setCharAt(i, '\uFFFD');
      }
    }
    return (whole == null ? text : whole.toString()).getBytes(StandardCharsets.UTF_8);
  }
}
