package dev.symbolicator.sourcemap.link;

import java.nio.charset.StandardCharsets;

/**
 * Finds lines and white space of JavaScript in UTF-8 without decoding (ECMA-262, "White Space" and
 * "Line Terminators"). Offsets are in bytes.
 */
final class ScriptText {

  private ScriptText() {}

  static int lineStart(byte[] script, int end) {
    int i = end;
    while (i > 0 && !isLineEnd(script, i - 1)) {
      i--;
    }
    return i;
  }

  static int lineEnd(byte[] script, int from) {
    for (int i = from; i < script.length; i++) {
      byte b = script[i];
      if (b == '\n' || b == '\r') {
        return i;
      }
      if (b == (byte) 0xE2 && i + 2 < script.length && isLineEnd(script, i + 2)) {
        return i;
      }
    }
    return script.length;
  }

  static int previousLineEnd(byte[] script, int lineStart) {
    return script[lineStart - 1] < 0 ? lineStart - 3 : lineStart - 1;
  }

  static int skipWhiteSpace(byte[] script, int from, int end) {
    int i = from;
    while (i < end) {
      int length = whiteSpaceLength(script, i, end);
      if (length == 0) {
        break;
      }
      i += length;
    }
    return i;
  }

  static int trimWhiteSpace(byte[] script, int from, int end) {
    int i = end;
    while (i > from) {
      int length = 1;
      while (length < 3 && i - length > from && isContinuation(script[i - length])) {
        length++;
      }
      if (whiteSpaceLength(script, i - length, i) != length) {
        break;
      }
      i -= length;
    }
    return i;
  }

  static int whiteSpaceLength(byte[] script, int i, int end) {
    byte b = script[i];
    if (b >= 0) {
      return b == ' ' || b == '\t' || b == 0x0B || b == '\f' ? 1 : 0;
    }
    if (b == (byte) 0xC2) {
      return i + 1 < end && script[i + 1] == (byte) 0xA0 ? 2 : 0;
    }
    boolean threeBytes =
        (b & 0xF0) == 0xE0
            && i + 2 < end
            && isContinuation(script[i + 1])
            && isContinuation(script[i + 2]);
    if (!threeBytes) {
      return 0;
    }
    int c = ((b & 0x0F) << 12) | ((script[i + 1] & 0x3F) << 6) | (script[i + 2] & 0x3F);
    return c == 0xFEFF || Character.getType(c) == Character.SPACE_SEPARATOR ? 3 : 0;
  }

  static boolean startsWith(byte[] script, int i, int end, String text) {
    if (i < 0 || end - i < text.length()) {
      return false;
    }
    for (int at = 0; at < text.length(); at++) {
      if (script[i + at] != text.charAt(at)) {
        return false;
      }
    }
    return true;
  }

  static String decode(byte[] script, int from, int end) {
    return new String(script, from, end - from, StandardCharsets.UTF_8);
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }

  private static boolean isLineEnd(byte[] script, int i) {
    byte b = script[i];
    if (b >= 0) {
      return b == '\n' || b == '\r';
    }
    return (b == (byte) 0xA8 || b == (byte) 0xA9)
        && i >= 2
        && script[i - 1] == (byte) 0x80
        && script[i - 2] == (byte) 0xE2;
  }
}
