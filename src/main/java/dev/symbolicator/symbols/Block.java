package dev.symbolicator.symbols;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a symbol table: little-endian, a magic number, the version, the length, a CRC-32C of
 * everything behind it, flags; then for each {@link Section} its offset, its number of entries and
 * the bytes of one entry (1 to 4, unsigned).
 *
 * <p>A checksum is no signature, so every access is checked: an {@link IndexOutOfBoundsException},
 * which {@link SymbolLookup} catches, ends a look-up in a forged block. Blocks lie on the heap and
 * not in mapped files: those cannot be unmapped, and one that is cut off throws {@link
 * InternalError}, perhaps later and outside of any try block (JDK 17, compiled code). Reading a
 * file takes a fifth of a millisecond per megabyte, as much as its checksum.
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
   * Opens a block; null if the bytes are no block of this version, or are not as they were written.
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
      int entry = DIRECTORY_AT + section.number * ENTRY_BYTES;
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
    int entry = DIRECTORY_AT + section.number * ENTRY_BYTES;
    return new Entries(
        bytes, bytes.getInt(entry), bytes.getInt(entry + 4), bytes.getInt(entry + 8));
  }

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

    /** Reads the UTF-8 text at an index of a section of bytes, given where each text ends. */
    String text(Entries ends, int index) {
      int from = index == 0 ? 0 : ends.get(index - 1);
      int to = ends.get(index);
      Objects.checkFromToIndex(from, to, count);
      byte[] text = new byte[to - from];
      bytes.get(start + from, text);
      return new String(text, StandardCharsets.UTF_8);
    }
  }

  enum Section {
    /** Generated lines in which functions start, ascending. */
    FUNCTION_LINES(0),
    /** First function of each of these lines; one more entry than lines. */
    FUNCTION_LINE_STARTS(1),
    /** Generated column of each function. */
    FUNCTION_COLUMNS(2),
    /** Source of each function, plus {@link FunctionTable#SOURCE_BIAS}. */
    FUNCTION_SOURCES(3),
    /** Original line of each function. */
    FUNCTION_ORIGINAL_LINES(4),
    /** Original column of each function. */
    FUNCTION_ORIGINAL_COLUMNS(5),
    /** Name of each function in V8's style, plus {@link FunctionTable#NAME_BIAS}. */
    FUNCTION_V8_NAMES(6),
    /** Qualified name of each function, plus {@link FunctionTable#NAME_BIAS}. */
    FUNCTION_QUALIFIED_NAMES(7),
    /** Where each name ends in {@link #NAMES}. */
    NAME_ENDS(8),
    /** The names, UTF-8. */
    NAMES(9),
    /** Generated line of the first mapping of each chunk. */
    CHUNK_LINES(10),
    /** Generated column of the first mapping of each chunk. */
    CHUNK_COLUMNS(11),
    /** Where each chunk begins in {@link #MAPPINGS}; one more entry than chunks. */
    CHUNK_STARTS(12),
    /** The mappings, see {@link MappingTable}. */
    MAPPINGS(13),
    /** Where the URL of each source ends in {@link #SOURCES}; an empty URL stands for none. */
    SOURCE_ENDS(14),
    /** The URLs of the sources, UTF-8. */
    SOURCES(15),
    /** Where each chunk of extents begins in {@link #EXTENTS}. */
    EXTENT_STARTS(16),
    /** The function around each chunk of extents, plus {@link ExtentTable#AROUND_BIAS}. */
    EXTENTS_AROUND(17),
    /** The extents of the functions, see {@link ExtentTable}; empty if they are not known. */
    EXTENTS(18),
    /** The {@link NameWitness} of each function; empty if the script is not known. */
    NAME_WITNESSES(19),
    /** The origin of each function, see {@link FunctionTable}; empty if all were written. */
    FUNCTION_ORIGINS(20),
    /**
     * Name of each function in V8's debug style, plus {@link FunctionTable#DEBUG_NAME_BIAS}; empty
     * if all are as in V8's style.
     */
    FUNCTION_DEBUG_NAMES(21),
    /** The first four bytes of each function's id; empty if none has one. */
    FUNCTION_ID_HIGHS(22),
    /** The last four bytes of each function's id; empty if none has one. */
    FUNCTION_ID_LOWS(23),
    /** The first four bytes of the hash of each function's body; empty if none has one. */
    FUNCTION_BODY_HIGHS(24),
    /** The last four bytes of the hash of each function's body; empty if none has one. */
    FUNCTION_BODY_LOWS(25),
    /** Name that is the role of each function, plus 1; empty if none has one. */
    FUNCTION_ROLES(26),
    /** Origin of each source, plus 1; 0 if no function is in it. */
    SOURCE_ORIGINS(27),
    /** How long the ids in each source are valid, by {@link SourcePaths}. */
    SOURCE_STABILITIES(28),
    /** Package of each source in {@link #PATH_TEXTS}. */
    SOURCE_PACKAGES(29),
    /** Version of each source's package in {@link #PATH_TEXTS}. */
    SOURCE_VERSIONS(30),
    /** Normal path of each source in {@link #PATH_TEXTS}. */
    SOURCE_PATHS(31),
    /** Where each text ends in {@link #PATH_TEXTS}. */
    PATH_TEXT_ENDS(32),
    /** Paths, packages and versions, UTF-8. */
    PATH_TEXTS(33),
    /** Name that V8 gives to each function of the script, plus 1; empty if none is known. */
    FUNCTION_GENERATED_NAMES(34),
    /** The functions into which others were inlined, ascending. */
    CONTAINING(35),
    /** Where the ids that each of these functions contains end. */
    CONTAINED_ENDS(36),
    /** The first four bytes of the id of each inlined function. */
    CONTAINED_HIGHS(37),
    /** The last four bytes of the id of each inlined function. */
    CONTAINED_LOWS(38),
    /** The two halves of the id of the top level of the only source; empty if it has none. */
    TOP_LEVEL_ID(39);

    final int number;

    Section(int number) {
      this.number = number;
    }
  }

  static final class BlockWriter {
    private final Map<Section, Content> contents = new EnumMap<>(Section.class);

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
     * Returns the whole block; throws {@link ArithmeticException} if it would have 2 GB or more.
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

  static final class ByteSink {
    private static final int MORE = 0x80;
    private static final int LONGEST_NUMBER = 10;
    private static final int SMALLEST_PIECE = 256;
    private static final int LARGEST_PIECE = 1 << 16;

    private final Allowance allowance;
    private final List<byte[]> full = new ArrayList<>();
    private final Ints used;

    private int inFull;
    private byte[] piece;
    private int inPiece;

    ByteSink(Allowance allowance) {
      this.allowance = allowance;
      used = new Ints(allowance);
      piece = allowance.bytes(SMALLEST_PIECE);
    }

    int size() {
      return inFull + inPiece;
    }

    void text(String text) {
      bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    void bytes(byte[] bytes) {
      int at = 0;
      while (at < bytes.length) {
        reserve(1);
        int now = Math.min(bytes.length - at, piece.length - inPiece);
        System.arraycopy(bytes, at, piece, inPiece, now);
        inPiece += now;
        at += now;
      }
    }

    void single(int number) {
      reserve(1);
      piece[inPiece++] = (byte) number;
    }

    void unsigned(long number) {
      reserve(LONGEST_NUMBER);
      long rest = number;
      while (rest >= MORE) {
        piece[inPiece++] = (byte) (rest | MORE);
        rest >>>= 7;
      }
      piece[inPiece++] = (byte) rest;
    }

    /** Appends a number of either sign; small numbers take few bytes. */
    void signed(long number) {
      unsigned((number << 1) ^ (number >> 63));
    }

    private void reserve(int more) {
      if (piece.length - inPiece < more) {
        full.add(piece);
        used.add(inPiece);
        inFull = Math.addExact(inFull, inPiece);
        piece = allowance.bytes(Math.min(LARGEST_PIECE, 2 * piece.length));
        inPiece = 0;
      }
    }

    void copyTo(ByteBuffer target) {
      for (int i = 0; i < full.size(); i++) {
        target.put(full.get(i), 0, used.get(i));
      }
      target.put(piece, 0, inPiece);
    }
  }

  abstract static class NumberWalk {
    private final Entries bytes;
    int at;

    NumberWalk(Entries bytes, int from) {
      this.bytes = bytes;
      at = from;
    }

    final long unsigned() {
      long number = 0;
      for (int shift = 0; ; shift += 7) {
        int digit = bytes.get(at++);
        number |= (long) (digit & 0x7f) << shift;
        if (digit < 0x80) {
          return number;
        }
      }
    }
  }
}
