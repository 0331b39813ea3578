package dev.symbolicator.profile.json;

import dev.symbolicator.memory.EightBytes;

/**
 * Passes over strings, numbers and words of a JSON text in memory (RFC 8259), and checks each byte,
 * also the UTF-8 in strings (RFC 3629). Most bytes of a profile are only passed over, so this takes
 * eight bytes at a time where it can, and keeps nothing.
 *
 * <p>Methods return the offset behind what they passed. They return {@link #FAILED} at a byte that
 * JSON does not allow there, and where the bytes end too early. {@link #failedAt} is that place.
 */
class ScalarSkipper {
  /** The result of a method that could not pass. */
  static final int FAILED = -1;

  private final byte[] bytes;
  private int failedAt;

  ScalarSkipper(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns where the last method failed: a byte, or the end for bytes that are cut off. */
  final int failedAt() {
    return failedAt;
  }

  final int fail(int at) {
    failedAt = at;
    return FAILED;
  }

  /** Returns the offset of the next byte that is no white space, at most {@code end}. */
  final int space(int from, int end) {
    int at = from;
    while (at < end && JsonText.isSpace(bytes[at])) {
      at++;
    }
    return at;
  }

  /** Passes over a value that is no object and no array. */
  final int scalar(byte first, int at, int end) {
    return switch (first) {
      case '"' -> string(at + 1, end);
      case 't' -> word("true", at, end);
      case 'f' -> word("false", at, end);
      case 'n' -> word("null", at, end);
      default -> number(at, end);
    };
  }

  /** Passes over a string, whose opening quote must be the first byte. */
  final int quoted(int from, int end) {
    return from == end || bytes[from] != '"' ? fail(from) : string(from + 1, end);
  }

  /** Passes over the rest of a string, from behind its opening quote. */
  private int string(int from, int end) {
    int at = from;
    while (true) {
      if (at <= end - Long.BYTES) {
        long special = JsonBytes.special(EightBytes.at(bytes, at));
        if (special == 0) {
          at += Long.BYTES;
          continue;
        }
        at += EightBytes.first(special);
      } else if (at >= end) {
        return fail(end);
      }
      byte here = bytes[at];
      if (here == '"') {
        return at + 1;
      }
      if (here == '\\') {
        at = escape(at + 1, end);
        if (at == FAILED) {
          return FAILED;
        }
      } else if (here < 0) {
        int length = Utf8Check.sequenceLength(bytes, at, end);
        if (length == 0) {
          return fail(at);
        }
        at += length;
      } else if (here < ' ') {
        return fail(at);
      } else {
        at++;
      }
    }
  }

  private int escape(int from, int end) {
    if (from == end) {
      return fail(end);
    }
    if (bytes[from] != 'u') {
      return QuotedText.isEscape(bytes[from]) ? from + 1 : fail(from);
    }
    for (int at = from + 1; at <= from + 4; at++) {
      if (at == end || Character.digit(bytes[at], 16) < 0) {
        return fail(at);
      }
    }
    return from + 5;
  }

  /** Fails at the first letter of a wrong word, or at the end if the word may go on there. */
  private int word(String word, int from, int end) {
    for (int i = 0; i < word.length(); i++) {
      if (from + i == end) {
        return fail(end);
      }
      if (bytes[from + i] != word.charAt(i)) {
        return fail(from);
      }
    }
    int behind = from + word.length();
    return behind < end && isPartOfWord(bytes[behind]) ? fail(from) : behind;
  }

  private static boolean isPartOfWord(byte b) {
    return Character.isLetterOrDigit(b) || b == '_' || b == '$';
  }

  final int number(int from, int end) {
    int at = bytes[from] == '-' ? from + 1 : from;
    if (at < end && bytes[at] == '0') {
      at++;
    } else {
      at = digits(at, end);
      if (at == FAILED) {
        return FAILED;
      }
    }
    if (at < end && bytes[at] == '.') {
      at = digits(at + 1, end);
      if (at == FAILED) {
        return FAILED;
      }
    }
    if (at < end && (bytes[at] | 0x20) == 'e') {
      at++;
      if (at < end && (bytes[at] == '+' || bytes[at] == '-')) {
        at++;
      }
      at = digits(at, end);
    }
    return at;
  }

  private int digits(int from, int end) {
    int at = from;
    while (at <= end - Long.BYTES) {
      int length = JsonBytes.leadingDigits(EightBytes.at(bytes, at));
      at += length;
      if (length < Long.BYTES) {
        return at == from ? fail(at) : at;
      }
    }
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return at == from ? fail(at) : at;
  }
}
