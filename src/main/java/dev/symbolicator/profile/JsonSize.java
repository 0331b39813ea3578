package dev.symbolicator.profile;

/** Bounds the bytes of JSON before the JSON is written. */
public final class JsonSize {
  private static final int QUOTES = 2;
  private static final int ESCAPE = 6;

  private JsonSize() {}

  /** Like {@link #most}, for a text of ASCII characters that need no escape. */
  public static long plain(String text) {
    return (long) QUOTES + text.length();
  }

  /**
   * Returns the most bytes that a text takes as a JSON string in UTF-8, quotes included: each
   * UTF-16 unit may be an escape.
   */
  public static long most(String text) {
    long bytes = QUOTES;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      boolean isPlain = unit >= ' ' && unit < 0x80 && unit != '"' && unit != '\\';
      bytes += isPlain ? 1 : ESCAPE;
    }
    return bytes;
  }
}
