package dev.symbolicator.url;

import org.jspecify.annotations.Nullable;

/**
 * The parser's input, cleaned and cut into three independent parts.
 *
 * <p>In every state of the standard's parser, the first {@code #} begins the fragment, and the
 * first {@code ?} before the fragment begins the query. So both are cut off first.
 *
 * @param main the text before query and fragment: scheme, authority and path
 * @param query the raw query without {@code ?}; null if there is none
 * @param fragment the raw fragment without {@code #}; null if there is none
 */
record UrlInput(String main, @Nullable String query, @Nullable String fragment) {

  static UrlInput of(String text) {
    String clean = clean(text);
    int hash = clean.indexOf('#');
    String beforeFragment = hash < 0 ? clean : clean.substring(0, hash);
    String fragment = hash < 0 ? null : clean.substring(hash + 1);
    int mark = beforeFragment.indexOf('?');
    return mark < 0
        ? new UrlInput(beforeFragment, null, fragment)
        : new UrlInput(
            beforeFragment.substring(0, mark), beforeFragment.substring(mark + 1), fragment);
  }

  /**
   * Trims C0 controls and spaces, removes tabs and line ends, and replaces lone surrogates by
   * U+FFFD.
   *
   * @return the same instance if there is nothing to clean
   */
  static String clean(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && text.charAt(from) <= ' ') {
      from++;
    }
    while (from < to && text.charAt(to - 1) <= ' ') {
      to--;
    }
    String trimmed = text.substring(from, to);
    for (int i = 0; i < trimmed.length(); i++) {
      char c = trimmed.charAt(i);
      if (isTabOrNewline(c) || Character.isSurrogate(c)) {
        return rewrite(trimmed, i);
      }
    }
    return trimmed;
  }

  /**
   * Drops tabs and line ends, and replaces lone surrogates. The neighbours in the original text
   * decide: two surrogates around a removed tab form no pair.
   */
  private static String rewrite(String text, int firstChange) {
    StringBuilder out = new StringBuilder(text.length()).append(text, 0, firstChange);
    for (int i = firstChange; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        if (!isTabOrNewline(c)) {
          out.append(c);
        }
      } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
        out.append(c).append(text.charAt(++i));
      } else {
        out.append('\uFFFD');
      }
    }
    return out.toString();
  }

  static boolean isTabOrNewline(char c) {
    return c == '\t' || c == '\n' || c == '\r';
  }

  /**
   * Tells which class an ASCII character belongs to. The methods of {@link Character} would also
   * accept digits and letters of other scripts.
   */
  static final class Ascii {
    private Ascii() {}

    static boolean isLetter(int c) {
      int lower = c | 0x20;
      return lower >= 'a' && lower <= 'z';
    }

    static boolean isDigit(int c) {
      return c >= '0' && c <= '9';
    }

    static boolean isAlphanumeric(int c) {
      return isLetter(c) || isDigit(c);
    }

    /** Returns the value of a digit in the radix; -1 if the character is no such digit. */
    static int digit(int c, int radix) {
      return c < 0x80 ? Character.digit(c, radix) : -1;
    }
  }
}
