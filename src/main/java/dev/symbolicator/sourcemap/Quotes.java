package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.EightBytes;

/**
 * Finds where JSON strings end, 32 bytes at a time. A string ends at the first quote that has an
 * even number of backslashes before it.
 *
 * <p>Only quotes are searched for; the backslashes before each quote are counted backwards. Both
 * are rare in the long strings that make up nearly all of a map ({@code mappings}, the texts of
 * sources). So the search reads 5 to 10 GB a second; byte by byte it would read 1 GB. Every
 * backslash is counted once, so no hostile text makes the search slow.
 */
final class Quotes {

  private static final long ALL_QUOTES = EightBytes.all('"');
  private static final long ALL_BACKSLASHES = EightBytes.all('\\');
  private static final long ALL_BLANKS = EightBytes.all(' ');

  private Quotes() {}

  /**
   * Returns the offset of the quote that ends a string; -1 if there is none.
   *
   * @param content offset of the string's content
   */
  static int closing(byte[] bytes, int content) {
    int quote = content - 1;
    do {
      quote = next(bytes, quote + 1);
    } while (quote >= 0 && isEscaped(bytes, content, quote));
    return quote;
  }

  /**
   * Returns the offset of the first quote, backslash or control character at or after an offset;
   * the length of the array if there is none. Up to there, the content of a string needs no
   * decoding. Meant for short strings, whose quote is hardly ever more than two words away.
   */
  static int plainEnd(byte[] bytes, int from) {
    int at = from;
    for (; at <= bytes.length - Long.BYTES; at += Long.BYTES) {
      long word = EightBytes.at(bytes, at);
      long controls = (word - ALL_BLANKS) & ~word & EightBytes.HIGH_BITS;
      long marks = quotes(bytes, at) | EightBytes.equal(word, ALL_BACKSLASHES) | controls;
      if (marks != 0) {
        return at + EightBytes.first(marks);
      }
    }
    while (at < bytes.length && bytes[at] != '"' && bytes[at] != '\\' && (bytes[at] & 0xE0) != 0) {
      at++;
    }
    return at;
  }

  private static boolean isEscaped(byte[] bytes, int content, int quote) {
    int first = quote;
    while (first > content && bytes[first - 1] == '\\') {
      first--;
    }
    return ((quote - first) & 1) == 1;
  }

  /** Returns the offset of the first quote at or after an offset; -1 if there is none. */
  private static int next(byte[] bytes, int from) {
    int at = from;
    for (; at <= bytes.length - 4 * Long.BYTES; at += 4 * Long.BYTES) {
      long first = quotes(bytes, at);
      long second = quotes(bytes, at + Long.BYTES);
      long third = quotes(bytes, at + 2 * Long.BYTES);
      long fourth = quotes(bytes, at + 3 * Long.BYTES);
      if ((first | second | third | fourth) != 0) {
        if (first != 0) {
          return at + EightBytes.first(first);
        }
        if (second != 0) {
          return at + Long.BYTES + EightBytes.first(second);
        }
        return third != 0
            ? at + 2 * Long.BYTES + EightBytes.first(third)
            : at + 3 * Long.BYTES + EightBytes.first(fourth);
      }
    }
    for (; at < bytes.length; at++) {
      if (bytes[at] == '"') {
        return at;
      }
    }
    return -1;
  }

  private static long quotes(byte[] bytes, int offset) {
    return EightBytes.equal(EightBytes.at(bytes, offset), ALL_QUOTES);
  }
}
