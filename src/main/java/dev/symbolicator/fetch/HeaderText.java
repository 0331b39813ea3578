package dev.symbolicator.fetch;

/** Which texts may stand in a header of a request: RFC 9110, sections 5.1 and 5.5, ASCII only. */
final class HeaderText {
  /** Longest value that is sent, in characters; servers commonly end at 8 KiB for a whole line. */
  static final int MAX_VALUE_LENGTH = 8_000;

  private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";

  private HeaderText() {}

  static boolean isName(String text) {
    return !text.isEmpty()
        && text.chars()
            .allMatch(
                c ->
                    (c >= '0' && c <= '9')
                        || (c >= 'a' && c <= 'z')
                        || (c >= 'A' && c <= 'Z')
                        || TOKEN_SIGNS.indexOf(c) >= 0);
  }

  /** Whether it is a value: not empty, visible ASCII with spaces and tabs inside only. */
  static boolean isValue(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_VALUE_LENGTH
        && text.equals(text.strip())
        && text.chars().allMatch(c -> (c >= ' ' && c <= '~') || c == '\t');
  }
}
