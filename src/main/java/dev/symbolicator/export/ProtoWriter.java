package dev.symbolicator.export;

import java.io.IOException;
import java.io.OutputStream;

/** Writes fields of Protocol Buffers: varints, and fields with a length. */
final class ProtoWriter {
  private static final int LENGTH_DELIMITED = 2;

  private final OutputStream out;

  ProtoWriter(OutputStream out) {
    this.out = out;
  }

  /** Returns the bytes of a varint. */
  static int size(long value) {
    return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
  }

  /** Returns the bytes of a field that holds a varint; a field number up to 15 takes one byte. */
  static int fieldSize(long value) {
    return 1 + size(value);
  }

  void varint(long value) throws IOException {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** Writes a field that holds a varint. */
  void field(int number, long value) throws IOException {
    varint((long) number << 3);
    varint(value);
  }

  /** Begins a field of a length, whose content follows. */
  void begin(int number, long length) throws IOException {
    varint(((long) number << 3) | LENGTH_DELIMITED);
    varint(length);
  }

  /** Writes a field that holds bytes. */
  void bytes(int number, byte[] content) throws IOException {
    begin(number, content.length);
    out.write(content, 0, content.length);
  }
}
