package dev.symbolicator.profile;

import com.fasterxml.jackson.core.JsonLocation;
import dev.symbolicator.profile.ProfileReading.NotJson;
import java.nio.charset.StandardCharsets;

/** Finds the byte at which a body stops being JSON, and describes the problem. */
final class SyntaxError {
  private final byte[] body;
  private final int start;

  /**
   * Makes a finder for one body.
   *
   * @param start the byte offset in the body at which the parser started
   */
  SyntaxError(byte[] body, int start) {
    this.body = body;
    this.start = start;
  }

  /**
   * Describes the problem at a byte.
   *
   * @param offset the byte that JSON does not allow there, or the body's length if the body ends
   *     too early
   */
  NotJson at(int offset) {
    if (offset == body.length) {
      return new NotJson(offset, "The JSON value is cut off.");
    }
    byte offender = body[offset];
    String shown = offender > ' ' && offender < 0x7F ? "'" + (char) offender + "'" : "This byte";
    return new NotJson(offset, shown + " cannot stand here in JSON.");
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
    int at = (int) Math.min(start + reported.getByteOffset(), body.length);
    if (at == start) {
      return at;
    }
    if (reported.getByteOffset() < current.getByteOffset()) {
      return isCutOffInNumber(at) ? body.length : at;
    }
    byte last = body[at - 1];
    if (last < ' ') {
      return startOfCharacter(at - 1);
    }
    int end = isPartOfWord(last) ? at : at - 1;
    int wordStart = end;
    while (wordStart > start && isPartOfWord(body[wordStart - 1])) {
      wordStart--;
    }
    String word = new String(body, wordStart, end - wordStart, StandardCharsets.US_ASCII);
    boolean isToken = word.isEmpty() || Character.isDigit(word.charAt(0)) || isLiteral(word);
    return isToken ? at : wordStart;
  }

  /** Tells whether the last byte of the body belongs to a number that lacks its last digits. */
  private boolean isCutOffInNumber(int at) {
    return at == body.length - 1 && ".eE+-".indexOf(body[at]) >= 0 && isPartOfWord(body[at - 1]);
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
