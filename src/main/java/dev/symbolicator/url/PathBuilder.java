package dev.symbolicator.url;

import dev.symbolicator.url.PercentCoding.PercentEncodeSet;
import dev.symbolicator.url.UrlInput.Ascii;
import dev.symbolicator.url.UrlParser.SpecialScheme;

/**
 * Builds a path that is not opaque, in serialised form. A path without segments is the empty
 * string, and a path of one empty segment is {@code /}.
 */
final class PathBuilder {
  private final StringBuilder path;
  private final boolean special;
  private final boolean file;

  /**
   * Begins a path.
   *
   * @param start the serialised path to which segments are appended
   */
  PathBuilder(String scheme, String start) {
    this.path = new StringBuilder(start);
    this.special = SpecialScheme.isSpecial(scheme);
    this.file = scheme.equals("file");
  }

  /** Tells whether a character ends a segment: in special schemes {@code \} does too. */
  static boolean isSlash(char c, boolean special) {
    return c == '/' || (special && c == '\\');
  }

  /** Returns the index of the first slash from {@code from} on; the text's length if none. */
  static int nextSlash(String text, int from, boolean special) {
    int i = from;
    while (i < text.length() && !isSlash(text.charAt(i), special)) {
      i++;
    }
    return i;
  }

  /** Removes the last segment, except the drive letter of a file URL. */
  PathBuilder shorten() {
    if (!file || path.length() != 3 || !WindowsDriveLetter.isFirstSegment(path)) {
      path.setLength(Math.max(0, path.lastIndexOf("/")));
    }
    return this;
  }

  /** Appends the segments of the text from {@code from} on, at least one: the path state. */
  PathBuilder append(String text, int from) {
    int start = from;
    while (start <= text.length()) {
      int end = nextSlash(text, start, special);
      boolean last = end == text.length();
      int dots = dots(text, start, end);
      if (dots == 2) {
        shorten();
      }
      if (dots == 0) {
        appendSegment(text, start, end);
      } else if (last) {
        path.append('/');
      }
      start = end + 1;
    }
    return this;
  }

  private void appendSegment(String text, int start, int end) {
    boolean drive = file && path.length() == 0 && WindowsDriveLetter.is(text, start, end);
    path.append('/');
    if (drive) {
      path.append(text.charAt(start)).append(':');
    } else {
      PercentCoding.encode(text, start, end, PercentEncodeSet.PATH, path);
    }
  }

  /**
   * Returns 1 for a single-dot segment, 2 for a double-dot segment, 0 for any other. A dot may be
   * spelt {@code %2e}.
   */
  private static int dots(String text, int start, int end) {
    int dots = 0;
    int i = start;
    while (i < end && dots < 3) {
      if (text.charAt(i) == '.') {
        i++;
      } else if (end - i >= 3 && text.regionMatches(true, i, "%2e", 0, 3)) {
        i += 3;
      } else {
        return 0;
      }
      dots++;
    }
    return dots < 3 ? dots : 0;
  }

  @Override
  public String toString() {
    return path.toString();
  }

  /** Recognises the drive letters of file URLs (URL Standard, section 4.1). */
  static final class WindowsDriveLetter {
    private WindowsDriveLetter() {}

    /** Tells whether the range is a letter and {@code :} or {@code |}. */
    static boolean is(String text, int start, int end) {
      return end - start == 2
          && Ascii.isLetter(text.charAt(start))
          && (text.charAt(start + 1) == ':' || text.charAt(start + 1) == '|');
    }

    /**
     * Tells whether a drive letter is at {@code start}, with a slash or the text's end after it.
     */
    static boolean startsWith(String text, int start) {
      return text.length() - start >= 2
          && is(text, start, start + 2)
          && (text.length() - start == 2 || PathBuilder.isSlash(text.charAt(start + 2), true));
    }

    /**
     * Tells whether the first segment of a serialised path is a normalised drive letter, such as
     * {@code /C:}.
     */
    static boolean isFirstSegment(CharSequence path) {
      return path.length() >= 3
          && Ascii.isLetter(path.charAt(1))
          && path.charAt(2) == ':'
          && (path.length() == 3 || path.charAt(3) == '/');
    }
  }
}
