package dev.symbolicator.sourcemap;

import dev.symbolicator.sourcemap.JsonStrings.Quotes;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.MapRejectedException;
import java.util.BitSet;

/**
 * Steps through a JSON text (RFC 8259) in UTF-8. Validates the structure, but not the contents of
 * strings. This loop walks over an object or array:
 *
 * <pre>{@code
 * for (boolean has = in.enter(); has; has = in.more()) {
 *   ... one value, in an object preceded by its key ...
 * }
 * }</pre>
 */
final class JsonScanner {

  /** The result of {@link #peek()} at the end of the text; no byte has this value. */
  static final int END = -1;

  private final byte[] bytes;
  private final int maxNesting;
  private final BitSet objects = new BitSet();
  private int position;
  private int depth;

  JsonScanner(byte[] bytes, int position, int maxNesting) {
    this.bytes = bytes;
    this.position = position;
    this.maxNesting = maxNesting;
  }

  int position() {
    return position;
  }

  /** Skips white space and returns the next byte, 0 to 255, without consuming it. */
  int peek() {
    while (position < bytes.length) {
      byte b = bytes[position];
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        return b & 0xFF;
      }
      position++;
    }
    return END;
  }

  /** Consumes the opening bracket of an object or array; returns whether an element follows. */
  boolean enter() throws MapRejectedException {
    boolean object = peek() == '{';
    if (depth == maxNesting) {
      throw new MapRejectedException(
          MapProblemKind.NESTED_TOO_DEEPLY,
          position,
          "JSON is nested more than " + maxNesting + " levels deep");
    }
    objects.set(depth, object);
    depth++;
    position++;
    if (peek() == (object ? '}' : ']')) {
      position++;
      depth--;
      return false;
    }
    return true;
  }

  /** Consumes the comma or closing bracket after an element; returns whether it is a comma. */
  boolean more() throws MapRejectedException {
    int next = peek();
    if (next == ',') {
      position++;
      return true;
    }
    boolean object = objects.get(depth - 1);
    if (next != (object ? '}' : ']')) {
      throw malformed(object ? "expected , or }" : "expected , or ]");
    }
    position++;
    depth--;
    return false;
  }

  /** Consumes a key and its colon; returns the offset of the key's closing quote. */
  int key() throws MapRejectedException {
    if (peek() != '"') {
      throw malformed("expected a key");
    }
    int end = string();
    if (peek() != ':') {
      throw malformed("expected :");
    }
    position++;
    return end;
  }

  /** Consumes a string; returns the offset of its closing quote. */
  int string() throws MapRejectedException {
    int end = Quotes.closing(bytes, position + 1);
    if (end >= 0) {
      position = end + 1;
      return end;
    }
    throw malformed("a string has no end");
  }

  /**
   * Like {@link #string}, but only for a string without escapes and control characters. Any other
   * string is not consumed, and -1 is returned.
   */
  int plainString() {
    int end = Quotes.plainEnd(bytes, position + 1);
    if (end == bytes.length || bytes[end] != '"') {
      return -1;
    }
    position = end + 1;
    return end;
  }

  void skipValue() throws MapRejectedException {
    int outer = depth;
    do {
      if (depth > outer && objects.get(depth - 1)) {
        key();
      }
      int next = peek();
      boolean container = next == '{' || next == '[';
      if (container && enter()) {
        continue;
      }
      if (!container) {
        scalar(next);
      }
      while (depth > outer && !more()) {
        // The container that just closed was the last element of the one around it.
      }
    } while (depth > outer);
  }

  /** Requires that only white space follows. */
  void end() throws MapRejectedException {
    if (peek() != END) {
      throw malformed("expected the end of the text");
    }
  }

  private void scalar(int first) throws MapRejectedException {
    switch (first) {
      case '"' -> string();
      case 't' -> literal("true");
      case 'f' -> literal("false");
      case 'n' -> literal("null");
      default -> number();
    }
  }

  private void literal(String word) throws MapRejectedException {
    for (int i = 0; i < word.length(); i++) {
      if (at(position + i) != word.charAt(i)) {
        throw malformed("expected a value");
      }
    }
    position += word.length();
  }

  private void number() throws MapRejectedException {
    int end = position;
    if (at(end) == '-') {
      end++;
    }
    end = at(end) == '0' ? end + 1 : digits(end);
    if (at(end) == '.') {
      end = digits(end + 1);
    }
    if (at(end) == 'e' || at(end) == 'E') {
      end++;
      if (at(end) == '+' || at(end) == '-') {
        end++;
      }
      end = digits(end);
    }
    position = end;
  }

  private int digits(int from) throws MapRejectedException {
    int end = from;
    while (at(end) >= '0' && at(end) <= '9') {
      end++;
    }
    if (end == from) {
      throw malformed("expected a value");
    }
    return end;
  }

  private int at(int index) {
    return index < bytes.length ? bytes[index] & 0xFF : END;
  }

  private MapRejectedException malformed(String reason) {
    int offset = Math.min(position, bytes.length);
    return new MapRejectedException(MapProblemKind.NOT_JSON, offset, "Not JSON: " + reason);
  }
}
