package dev.symbolicator.url;

/** The drive letters of file URLs (URL Standard, section 4.1). */
final class WindowsDriveLetter {
  private WindowsDriveLetter() {}

  /** Whether the range is a letter and {@code :} or {@code |}. */
  static boolean is(String text, int start, int end) {
    return end - start == 2
        && Ascii.isLetter(text.charAt(start))
        && (text.charAt(start + 1) == ':' || text.charAt(start + 1) == '|');
  }

  /** Whether the text from {@code start} on is a drive letter that a slash or the end follows. */
  static boolean startsWith(String text, int start) {
    return text.length() - start >= 2
        && is(text, start, start + 2)
        && (text.length() - start == 2 || PathBuilder.isSlash(text.charAt(start + 2), true));
  }

  /**
   * Whether the first segment of a serialised path is a normalised drive letter, such as {@code
   * /C:}.
   */
  static boolean isFirstSegment(CharSequence path) {
    return path.length() >= 3
        && Ascii.isLetter(path.charAt(1))
        && path.charAt(2) == ':'
        && (path.length() == 3 || path.charAt(3) == '/');
  }
}
