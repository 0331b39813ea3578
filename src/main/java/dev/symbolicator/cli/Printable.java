package dev.symbolicator.cli;

import java.util.regex.Pattern;

/** Makes texts of strangers safe to print: a terminal obeys control characters. */
final class Printable {
  private static final int LONGEST = 2000;

  /** Controls, characters that reorder or hide text, and separators of lines. */
  private static final Pattern UNSAFE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]");

  private Printable() {}

  /** Returns a text on one line, cut if it is long, with other characters spelled as escapes. */
  static String of(String text) {
    String cut = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    return UNSAFE
        .matcher(cut)
        .replaceAll(match -> "\\\\u%04x".formatted(match.group().codePointAt(0)));
  }
}
