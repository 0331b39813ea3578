package dev.symbolicator.url;

/** Recognises the drive letters of file URLs (URL Standard, section 4.1). */
final class WindowsDriveLetter {
  private WindowsDriveLetter() {}

  /** Tells whether the range is a letter and {@code :} or {@code |}. */
  static boolean is(String text, int start, int end) {
    return end - start == 2
        && Ascii.isLetter(text.charAt(start))
        && (text.charAt(start + 1) == ':' || text.charAt(start + 1) == '|');
  }

  /** Tells whether a drive letter is at {@code start}, with a slash or the text's end after it. */
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
