package dev.symbolicator.symbols;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a symbol table, the same in memory, in a file and on the wire. Lookups read the
 * bytes in place.
 *
 * <p>All numbers are little-endian. A block begins with the magic number, the version, the length
 * of the whole, a CRC-32C of everything behind the checksum, and flags. Then the directory gives
 * for each {@link Section} its offset, its number of entries, and the bytes of one entry (1 to 4).
 * Entries are unsigned.
 *
 * <p>A checksum is no signature, so a block from a disk or a network may still hold any numbers.
 * Every access is checked against the bounds of its section. A failed check throws {@link
 * IndexOutOfBoundsException}, which {@link SymbolLookup} catches.
 *
 * <p>Blocks lie on the heap and not in mapped files. If a mapped file is cut off, an access throws
 * {@link InternalError}. That error may reach the thread some time after the access, outside of any
 * try block around it (seen on JDK 17, in compiled code). There is no supported way to unmap
 * either. Reading the whole file from the page cache takes a fifth of a millisecond per megabyte,
 * which is the time of its checksum in a mapped file too.
 */
final class Block {
  static final int MAGIC = 0x4d595350; // PSYM
  static final int CHECKSUM_AT = 12;
  static final int CHECKED_FROM = CHECKSUM_AT + Integer.BYTES;
  static final int DIRECTORY_AT = CHECKED_FROM + Integer.BYTES;
  static final int ENTRY_BYTES = 3 * Integer.BYTES;
  static final int HEADER_BYTES = DIRECTORY_AT + Section.values().length * ENTRY_BYTES;
  private static final int MAX_WIDTH = Integer.BYTES;

  private final byte[] array;
  private final ByteBuffer bytes;

  private Block(byte[] array, ByteBuffer bytes) {
    this.array = array;
    this.bytes = bytes;
  }

  /**
   * Opens a block.
   *
   * @return null if the bytes are no block of this version, or are not as they were written
   */
  static @Nullable Block open(byte[] given) {
    ByteBuffer bytes = ByteBuffer.wrap(given).order(ByteOrder.LITTLE_ENDIAN);
    int length = given.length;
    if (length < HEADER_BYTES
        || bytes.getInt(0) != MAGIC
        || bytes.getInt(4) != SymbolTable.VERSION
        || bytes.getInt(8) != length
        || bytes.getInt(CHECKSUM_AT) != checksum(given)) {
      return null;
    }
    for (Section section : Section.values()) {
      int entry = DIRECTORY_AT + section.number() * ENTRY_BYTES;
      int start = bytes.getInt(entry);
      int count = bytes.getInt(entry + 4);
      int width = bytes.getInt(entry + 8);
      if (width < 1
          || width > MAX_WIDTH
          || start < HEADER_BYTES
          || count < 0
          || start + (long) count * width > length) {
        return null;
      }
    }
    return new Block(given, bytes);
  }

  static int checksum(byte[] block) {
    CRC32C checksum = new CRC32C();
    checksum.update(block, CHECKED_FROM, block.length - CHECKED_FROM);
    return (int) checksum.getValue();
  }

  byte[] bytes() {
    return array;
  }

  int flags() {
    return bytes.getInt(CHECKED_FROM);
  }

  Entries section(Section section) {
    int entry = DIRECTORY_AT + section.number() * ENTRY_BYTES;
    return new Entries(
        bytes, bytes.getInt(entry), bytes.getInt(entry + 4), bytes.getInt(entry + 8));
  }

  /** The entries of one section. */
  record Entries(ByteBuffer bytes, int start, int count, int width) {

    int get(int index) {
      int at = start + Objects.checkIndex(index, count) * width;
      return switch (width) {
        case 1 -> bytes.get(at) & 0xff;
        case 2 -> bytes.getShort(at) & 0xffff;
        case 3 -> (bytes.getShort(at) & 0xffff) | ((bytes.get(at + 2) & 0xff) << 16);
        default -> bytes.getInt(at);
      };
    }

    /** Returns the first index in a range of ascending entries whose entry is at least a value. */
    int lowerBound(int from, int to, int value) {
      int low = from;
      int high = to;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (get(middle) < value) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    /**
     * Reads the UTF-8 text at an index of a section of bytes.
     *
     * @param ends where each text ends
     */
    String text(Entries ends, int index) {
      int from = index == 0 ? 0 : ends.get(index - 1);
      int to = ends.get(index);
      Objects.checkFromToIndex(from, to, count);
      byte[] text = new byte[to - from];
      bytes.get(start + from, text);
      return new String(text, StandardCharsets.UTF_8);
    }
  }
}
