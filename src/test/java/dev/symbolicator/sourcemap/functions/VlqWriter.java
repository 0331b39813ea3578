package dev.symbolicator.sourcemap.functions;

/** Writes base64 VLQ numbers digit by digit, as the standard describes them. */
final class VlqWriter {

  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  private final StringBuilder text = new StringBuilder();

  VlqWriter unsigned(long number) {
    long left = number;
    while (left >= 32) {
      text.append(DIGITS.charAt((int) (left % 32) + 32));
      left /= 32;
    }
    text.append(DIGITS.charAt((int) left));
    return this;
  }

  VlqWriter signed(long number) {
    return unsigned(number < 0 ? -2 * number + 1 : 2 * number);
  }

  /** Writes a comma, unless the text is empty. */
  VlqWriter comma() {
    if (text.length() > 0) {
      text.append(',');
    }
    return this;
  }

  VlqWriter semicolon() {
    text.append(';');
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
