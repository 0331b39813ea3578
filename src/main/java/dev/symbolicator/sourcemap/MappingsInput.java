package dev.symbolicator.sourcemap;

/** Reads the characters of {@code mappings}, escapes undone, with their places in the JSON text. */
final class MappingsInput {

  /** The result of {@link #peek()} after the last character. */
  static final int END = -1;

  /** Stands for every character beyond ASCII; none is valid in mappings. */
  private static final int OTHER = 0xFFFD;

  private final byte[] bytes;
  private final int end;
  private int offset;

  /** Takes the content of a JSON string; its escapes must be valid. */
  MappingsInput(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.end = end;
    offset = start;
  }

  /** Returns the next character, without consuming it. */
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

  /** Consumes the next character. */
  void consume() {
    offset += bytes[offset] == '\\' ? JsonStrings.escapeLength(bytes, offset, end) : 1;
  }

  /** Returns the offset of the next character in the JSON text. */
  int offset() {
    return offset;
  }
}
