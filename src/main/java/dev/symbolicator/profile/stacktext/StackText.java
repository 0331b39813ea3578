package dev.symbolicator.profile.stacktext;

import dev.symbolicator.profile.json.Splice;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The text of a stack, and where each of its bytes lies in the body. */
final class StackText {
  static final int BYTES_FOR_EACH_OF_JSON = 5;

  private static final int ESCAPED_UNIT = 6;
  private static final int MOST_BYTES = 4;

  final byte[] bytes;
  final int start;
  final int end;
  private final int @Nullable [] places;

  private StackText(byte[] bytes, int start, int end, int @Nullable [] places) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.places = places;
  }

  static StackText ofBody(byte[] body) {
    return new StackText(body, 0, body.length, null);
  }

  static StackText ofString(byte[] json, int from, int to) {
    byte[] bytes = new byte[to - from];
    int[] places = new int[to - from + 1];
    int size = 0;
    for (int at = from; at < to; ) {
      int length = 1;
      byte[] units = null;
      byte unit = json[at];
      if (unit == '\\' && json[at + 1] == 'u') {
        length = escapedLength(json, at, to);
        units = unescaped(json, at, length).getBytes(StandardCharsets.UTF_8);
      } else if (unit == '\\') {
        length = 2;
        unit = unescaped(json[at + 1]);
      }
      for (int i = 0; i < (units == null ? 1 : units.length); i++) {
        places[size] = at;
        bytes[size++] = units == null ? unit : units[i];
      }
      at += length;
    }
    places[size] = to;
    return new StackText(bytes, 0, size, places);
  }

  private static int escapedLength(byte[] json, int at, int to) {
    boolean isPair =
        Character.isHighSurrogate(unit(json, at))
            && at + 2 * ESCAPED_UNIT <= to
            && json[at + ESCAPED_UNIT] == '\\'
            && json[at + ESCAPED_UNIT + 1] == 'u'
            && Character.isLowSurrogate(unit(json, at + ESCAPED_UNIT));
    return isPair ? 2 * ESCAPED_UNIT : ESCAPED_UNIT;
  }

  private static String unescaped(byte[] json, int at, int length) {
    StringBuilder units = new StringBuilder(2);
    for (int next = at; next < at + length; next += ESCAPED_UNIT) {
      units.append(unit(json, next));
    }
    return units.toString();
  }

  private static char unit(byte[] json, int at) {
    int unit = 0;
    for (int i = at + 2; i < at + ESCAPED_UNIT; i++) {
      unit = (unit << 4) | Character.digit(json[i], 16);
    }
    return (char) unit;
  }

  private static byte unescaped(byte letter) {
    return switch (letter) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> letter;
    };
  }

  int place(int at) {
    return places == null ? at : places[at];
  }

  String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  int startOfCharacter(int end) {
    int at = end - 1;
    while (at > start && end - at < MOST_BYTES && isContinued(at)) {
      at--;
    }
    return at;
  }

  int endOfCharacter(int from, int to) {
    int at = from + 1;
    while (at < to && bytes[from] < 0 && isContinued(at)) {
      at++;
    }
    return at;
  }

  int character(int from, int to) {
    return text(from, endOfCharacter(from, to)).codePointAt(0);
  }

  private boolean isContinued(int at) {
    return (bytes[at] & 0xc0) == 0x80;
  }

  int endOfLine(int from) {
    int at = from;
    while (at < end && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  void replace(int from, int to, String text, Splice splice) {
    if (places == null) {
      splice.replace(from, to).raw(text.getBytes(StandardCharsets.UTF_8));
    } else {
      splice.replace(places[from], places[to]).content(text);
    }
  }

  boolean has(String ascii, int at, int to) {
    int same = 0;
    while (same < ascii.length() && at + same < to && bytes[at + same] == ascii.charAt(same)) {
      same++;
    }
    return same == ascii.length();
  }
}
