package dev.symbolicator.profile.json;

import com.fasterxml.jackson.core.JsonLocation;
import dev.symbolicator.profile.ProfileReading.NotJson;
import java.nio.charset.StandardCharsets;

/** Finds the byte at which a body stops being JSON, and describes the problem. */
final class SyntaxError {
  private final byte[] body;
  private final int start;
  private final int end;

  /** Makes a finder for a text without a byte order mark. */
  SyntaxError(JsonText text) {
    body = text.bytes();
    start = text.start();
    end = text.end();
  }

  /**
   * Describes the problem at a byte.
   *
   * @param offset the byte that JSON does not allow there, or the text's end if the text ends too
   *     early
   */
  NotJson at(int offset) {
    return offset == end ? NotJson.cutOff(end) : NotJson.unexpected(offset, body[offset]);
  }

  /**
   * Like {@link #at}, but finds the byte.
   *
   * @param reported the place that Jackson reports
   * @param current the place up to which Jackson has read
   */
  NotJson near(JsonLocation reported, JsonLocation current) {
    return at(offender(reported, current));
  }

  /**
   * Returns the offset of the byte that JSON does not allow. Jackson points at a byte that Jackson
   * has just read, or behind the character, or behind a word that is not a literal.
   */
  private int offender(JsonLocation reported, JsonLocation current) {
    int at = (int) Math.min(start + reported.getByteOffset(), end);
    if (at == start) {
      return at;
    }
    if (reported.getByteOffset() < current.getByteOffset()) {
      return isCutOffInNumber(at) ? end : at;
    }
    byte last = body[at - 1];
    if (last < ' ') {
      return startOfCharacter(at - 1);
    }
    int wordEnd = isPartOfWord(last) ? at : at - 1;
    int wordStart = wordEnd;
    while (wordStart > start && isPartOfWord(body[wordStart - 1])) {
      wordStart--;
    }
    String word = new String(body, wordStart, wordEnd - wordStart, StandardCharsets.US_ASCII);
    boolean isToken = word.isEmpty() || Character.isDigit(word.charAt(0)) || isLiteral(word);
    return isToken ? at : wordStart;
  }

  /** Tells whether the last byte of the body belongs to a number that lacks its last digits. */
  private boolean isCutOffInNumber(int at) {
    return at == end - 1 && ".eE+-".indexOf(body[at]) >= 0 && isPartOfWord(body[at - 1]);
  }

  private int startOfCharacter(int at) {
    int first = at;
    while ((body[first] & 0xC0) == 0x80) {
      first--;
    }
    return first;
  }

  private static boolean isPartOfWord(byte b) {
    return Character.isLetterOrDigit(b) || b == '_' || b == '$';
  }

  private static boolean isLiteral(String word) {
    return word.equals("true") || word.equals("false") || word.equals("null");
  }
}
