package dev.symbolicator.sourcemap.naive;

/** The characters of {@code mappings}, escapes undone, each with its place in the JSON text. */
final class MappingsInput {

  /** What {@link #peek()} returns behind the last character. */
  static final int END = -1;

  /** What stands for every character beyond ASCII: none of them belongs into mappings. */
  private static final int OTHER = 0xFFFD;

  private final byte[] bytes;
  private final int end;
  private int offset;

  /** The content of a JSON string; its escapes must be valid. */
  MappingsInput(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.end = end;
    offset = start;
  }

  /** The character that comes next, without passing it. */
  int peek() {
    if (offset == end) {
      return END;
    }
    byte b = bytes[offset];
    if (b == '\\') {
      return JsonStrings.escaped(bytes, offset);
    }
    return b < 0 ? OTHER : b;
  }

  /** Passes the character that comes next. */
  void pass() {
    offset += bytes[offset] == '\\' ? JsonStrings.escapeLength(bytes, offset, end) : 1;
  }

  /** Where in the JSON text the next character stands. */
  int offset() {
    return offset;
  }
}
