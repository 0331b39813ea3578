package dev.symbolicator.profile;

import com.fasterxml.jackson.core.JsonLocation;
import dev.symbolicator.profile.ProfileReading.NotJson;
import java.nio.charset.StandardCharsets;

/** Says where and why a body is not JSON. */
final class SyntaxError {
  private final byte[] body;
  private final int start;

  /**
   * @param start where in the body the parser started
   */
  SyntaxError(byte[] body, int start) {
    this.body = body;
    this.start = start;
  }

  /** The byte at this offset cannot stand there; the body's length if it ends too early. */
  NotJson at(int offset) {
    if (offset == body.length) {
      return new NotJson(offset, "The JSON value is cut off.");
    }
    byte offender = body[offset];
    String shown = offender > ' ' && offender < 0x7F ? "'" + (char) offender + "'" : "This byte";
    return new NotJson(offset, shown + " cannot stand here in JSON.");
  }

  /** The same, from what Jackson reports and how far it has read. */
  NotJson near(JsonLocation reported, JsonLocation current) {
    return at(offender(reported, current));
  }

  /**
   * The offset of the byte that cannot stand where it stands. Jackson points at it when it has just
   * been read; otherwise it has gone on behind the character, or behind a word that is no literal.
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

  /** Whether the last byte, which Jackson points at, would be right if digits followed it. */
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
