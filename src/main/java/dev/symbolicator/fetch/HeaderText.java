package dev.symbolicator.fetch;

/** Tells which texts may stand in a request header: RFC 9110, sections 5.1 and 5.5, in ASCII. */
final class HeaderText {
  /** The longest value, in characters; many servers limit the whole line to 8 KiB. */
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

  /** Tells whether a text is a value: not empty, visible ASCII, spaces and tabs only inside. */
  static boolean isValue(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_VALUE_LENGTH
        && text.equals(text.strip())
        && text.chars().allMatch(c -> (c >= ' ' && c <= '~') || c == '\t');
  }
}
