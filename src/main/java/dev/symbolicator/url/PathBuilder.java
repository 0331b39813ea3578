package dev.symbolicator.url;

/**
 * A path that is not opaque, as it is built. Kept in serialised form: no segments are the empty
 * string, one empty segment is {@code /}.
 */
final class PathBuilder {
  private final StringBuilder path;
  private final boolean special;
  private final boolean file;

  /**
   * @param start the serialised path to go on from
   */
  PathBuilder(String scheme, String start) {
    this.path = new StringBuilder(start);
    this.special = SpecialScheme.isSpecial(scheme);
    this.file = scheme.equals("file");
  }

  /** Whether the character ends a segment: special schemes take {@code \} for {@code /}. */
  static boolean isSlash(char c, boolean special) {
    return c == '/' || (special && c == '\\');
  }

  /** The index of the first slash at or after {@code from}, or the text's length. */
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

  /** The path state: appends the segments of the text from {@code from} on, at least one. */
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
   * 1 for a single-dot segment, 2 for a double-dot segment, 0 for any other; a dot may be spelt
   * {@code %2e}.
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
}
