package dev.symbolicator.symbols;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Writes a {@link Block}: first the sections in any order, then the whole. */
final class BlockWriter {
  private final Map<Section, Content> contents = new EnumMap<>(Section.class);

  /** Adds a section of numbers, each in as few bytes as the largest of them needs. */
  void numbers(Section section, Ints numbers) {
    int bits = 0;
    for (int i = 0; i < numbers.size(); i++) {
      bits |= numbers.get(i);
    }
    int width = Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(bits) + 7) / 8);
    contents.put(section, new Content(numbers.size(), width, into -> put(numbers, width, into)));
  }

  void bytes(Section section, ByteSink bytes) {
    contents.put(section, new Content(bytes.size(), 1, bytes::copyTo));
  }

  private Content content(Section section) {
    return Objects.requireNonNull(contents.get(section), section::name);
  }

  private static void put(Ints numbers, int width, ByteBuffer into) {
    for (int i = 0; i < numbers.size(); i++) {
      for (int b = 0; b < width; b++) {
        into.put((byte) (numbers.get(i) >>> (8 * b)));
      }
    }
  }

  /**
   * Returns the whole block.
   *
   * @throws ArithmeticException if the block would have 2 GB or more
   */
  byte[] finish(int flags, Allowance allowance) {
    long length = Block.HEADER_BYTES;
    for (Content content : contents.values()) {
      length += content.length();
    }
    allowance.take(length);
    byte[] bytes = new byte[Math.toIntExact(length)];
    ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    block.putInt(Block.MAGIC).putInt(SymbolTable.VERSION).putInt(block.limit()).putInt(0);
    block.putInt(flags);
    int start = Block.HEADER_BYTES;
    for (Section section : Section.values()) {
      Content content = content(section);
      block.putInt(start).putInt(content.count()).putInt(content.width());
      start += (int) content.length();
    }
    for (Section section : Section.values()) {
      content(section).writer().writeTo(block);
    }
    block.putInt(Block.CHECKSUM_AT, Block.checksum(bytes));
    return bytes;
  }

  private record Content(int count, int width, SectionWriter writer) {
    long length() {
      return (long) count * width;
    }
  }

  @FunctionalInterface
  private interface SectionWriter {
    void writeTo(ByteBuffer block);
  }
}
