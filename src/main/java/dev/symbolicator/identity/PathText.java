package dev.symbolicator.identity;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/**
 * The spellings of one path: composed or not, percent-encoded or not, with dots or without. All in
 * linear time.
 */
final class PathText {
  /** White space as JavaScript has it, for regular expressions. */
  static final String BLANK =
      "[\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]";

  /** What {@code decodeURI} of JavaScript leaves encoded. */
  static final String DELIMITERS = ";/?:@&=+$,#";

  /**
   * As many marks in a row as the Stream-Safe Text Format has (UAX #15, section 13). Sorting more
   * of them would take quadratic time.
   */
  private static final int MOST_MARKS = 30;

  private static final int ESCAPE_LENGTH = "%20".length();

  private PathText() {}

  /** Returns the text in NFC; the same text if it has more than 30 combining marks in a row. */
  static String composed(String text) {
    boolean isAscii = true;
    int marks = 0;
    for (int i = 0; i < text.length(); i++) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint) - 1;
      isAscii &= codePoint < 0x80;
      marks = codePoint >= 0x80 && isMark(codePoint) ? marks + 1 : 0;
      if (marks > MOST_MARKS) {
        return text;
      }
    }
    return isAscii ? text : Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  private static boolean isMark(int codePoint) {
    int type = Character.getType(codePoint);
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK;
  }

  /**
   * Decodes all percent-encoded characters but those of {@code kept}; returns the text itself if
   * one escape is malformed or the bytes are not UTF-8.
   */
  static String decodedOrSame(String text, String kept) {
    String decoded = text.indexOf('%') < 0 ? text : decoded(text, kept);
    return decoded == null ? text : decoded;
  }

  private static @Nullable String decoded(String text, String kept) {
    StringBuilder out = new StringBuilder(text.length());
    byte[] bytes = new byte[text.length() / ESCAPE_LENGTH];
    int at = 0;
    for (int escape; (escape = text.indexOf('%', at)) >= 0; ) {
      out.append(text, at, escape);
      at = escape;
      int size = 0;
      for (int value; (value = escaped(text, at)) >= 0x80; at += ESCAPE_LENGTH) {
        bytes[size++] = (byte) value;
      }
      int ascii = size == 0 ? escaped(text, at) : 0;
      if (ascii < 0) {
        return null;
      }
      if (size > 0) {
        try {
          out.append(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, size)));
        } catch (CharacterCodingException e) {
          return null;
        }
      } else {
        int end = at + ESCAPE_LENGTH;
        out.append(kept.indexOf(ascii) >= 0 ? text.substring(at, end) : Character.toString(ascii));
        at = end;
      }
    }
    return out.append(text, at, text.length()).toString();
  }

  /** Returns the byte of the escape at a place; -1 if there is none. */
  private static int escaped(String text, int at) {
    if (at + 2 >= text.length() || text.charAt(at) != '%') {
      return -1;
    }
    int high = hexDigit(text.charAt(at + 1));
    int low = hexDigit(text.charAt(at + 2));
    return high < 0 || low < 0 ? -1 : 16 * high + low;
  }

  private static int hexDigit(char c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }

  /**
   * Removes empty folders, {@code .}, and {@code ..} with the folder before; also slashes and
   * {@code ..} at the beginning, and slashes at the end.
   */
  static String collapsed(String path) {
    if (isCollapsed(path)) {
      return path;
    }
    StringBuilder out = new StringBuilder(path.length());
    for (int at = 0; at < path.length(); ) {
      int end = end(path, at);
      String folder = path.substring(at, end);
      if (folder.equals("..")) {
        out.setLength(Math.max(0, out.lastIndexOf("/")));
      } else if (!folder.isEmpty() && !folder.equals(".")) {
        out.append(out.length() > 0 ? "/" : "").append(folder);
      }
      at = end + 1;
    }
    return out.toString();
  }

  private static boolean isCollapsed(String path) {
    return !path.startsWith("/")
        && !path.startsWith(".")
        && !path.endsWith("/")
        && !path.contains("//")
        && !path.contains("/.");
  }

  /** Returns the place of the next slash, or the path's length. */
  static int end(String path, int from) {
    int slash = path.indexOf('/', from);
    return slash < 0 ? path.length() : slash;
  }

  /** Returns the place of the first character that is no slash. */
  static int behindSlashes(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) == '/') {
      at++;
    }
    return at;
  }

  /** Returns the text before the first such character, or the whole text. */
  static String before(char mark, String text) {
    int at = text.indexOf(mark);
    return at < 0 ? text : text.substring(0, at);
  }

  static String withoutStart(String start, String text) {
    return text.startsWith(start) ? text.substring(start.length()) : text;
  }

  static String withoutEnd(String end, String text) {
    return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
  }

  /**
   * Tells whether a part of a text has only lower-case hexadecimal digits, and at least so many.
   */
  static boolean isHex(String text, int from, int to, int least) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) {
        return false;
      }
    }
    return to - from >= least;
  }

  static boolean isBlank(char c) {
    return (c >= '\t' && c <= '\r')
        || c == ' '
        || c == '\u00a0'
        || c == '\ufeff'
        || c == '\u2028'
        || c == '\u2029'
        || Character.getType(c) == Character.SPACE_SEPARATOR;
  }

  /** Returns the place behind the last character before {@code end} that is not white space. */
  static int trimmedEnd(String text, int end) {
    int to = end;
    while (to > 0 && isBlank(text.charAt(to - 1))) {
      to--;
    }
    return to;
  }

  static String trimmed(String text) {
    int to = trimmedEnd(text, text.length());
    int from = 0;
    while (from < to && isBlank(text.charAt(from))) {
      from++;
    }
    return text.substring(from, to);
  }
}
