package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.profile.LargeFormat.BodyBytes;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading.UnreadableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps where each block of strings begins, and finds strings again. */
final class StringTable {
  static final String NAME = "strings";

  private static final int BLOCK_BITS = 8;
  private static final int BLOCK = 1 << BLOCK_BITS;

  /** The most bytes of a name or a URL. Longer strings are neither. */
  private static final int MAX_BYTES = 1 << 16;

  private static final long SHORTEST_WORD = 4;
  private static final long LONGEST_WORD = 20;

  private final BodyBytes body;
  private final Set<String> words;
  private final ReadBudget reads;
  private final Map<String, Integer> wordIndexes = new HashMap<>();
  private final Longs offsets;
  private final JsonReader reader;
  private int count;
  private int next = -1;
  private long from;

  /** Makes a table of no strings; the indexes of {@code words} must be known. */
  StringTable(
      BodyBytes body, Set<String> words, ReadBudget reads, ProfileLimits limits, Allowance memory)
      throws IOException {
    this.body = body;
    this.words = words;
    this.reads = reads;
    offsets = new Longs(memory);
    reader = limits.reader(body);
  }

  static int index(long index) {
    return index >= 0 && index < Integer.MAX_VALUE ? (int) index : -1;
  }

  long read(JsonReader json) throws IOException, UnreadableException {
    while (true) {
      long before = json.position();
      if (!json.nextEntry()) {
        return count;
      }
      if ((count & BLOCK - 1) == 0) {
        offsets.add(before);
      }
      if (!json.isAt(Token.VALUE_STRING)) {
        throw UnreadableException.invalid(
            "/" + NAME + "/" + count, json.valueStart(), "The entry must be a string.");
      }
      long start = json.valueStart() + 1;
      long length = json.position() - 1 - start;
      if (length >= SHORTEST_WORD && length <= LONGEST_WORD) {
        noteWord(json.text(start, start + length));
      }
      if (++count == Integer.MAX_VALUE) {
        throw UnreadableException.exceeded(ProfileLimits.MAX_ROWS, count, json.position());
      }
    }
  }

  private void noteWord(String word) {
    if (words.contains(word)) {
      wordIndexes.putIfAbsent(word, count);
    }
  }

  int count() {
    return count;
  }

  int indexOf(String word) {
    return wordIndexes.getOrDefault(word, -1);
  }

  /**
   * Returns a string; null if there is none, it is too long to be a name, or the budget of reads is
   * used up. Ascending indexes are found fastest.
   */
  @Nullable String get(int index) throws IOException, UnreadableException {
    if (reads.isUsedUp() || !seek(index)) {
      return null;
    }
    String text = reader.text(MAX_BYTES);
    reads.charge(from, reader.position());
    return text;
  }

  /**
   * Returns the last bytes of a string as they are in the body; null without one, or if the budget
   * is used up.
   */
  @Nullable String tail(int index, int bytes) throws IOException, UnreadableException {
    if (reads.isUsedUp() || !seek(index)) {
      return null;
    }
    long start = reader.valueStart() + 1;
    long length = reader.position() - 1 - start;
    reads.charge(from, reader.position());
    byte[] tail = new byte[(int) Math.min(length, bytes)];
    body.read(start + length - tail.length, tail, 0, tail.length);
    return new String(tail, StandardCharsets.ISO_8859_1);
  }

  private boolean seek(int index) throws IOException, UnreadableException {
    if (index < 0 || index >= count) {
      return false;
    }
    if (next < 0 || index < next || index >> BLOCK_BITS > next >> BLOCK_BITS) {
      int block = index >> BLOCK_BITS;
      reader.seekEntry(offsets.get(block), block == 0);
      next = block << BLOCK_BITS;
    }
    from = reader.position();
    while (next < index && reader.nextEntry()) {
      reader.skip();
      next++;
    }
    next++;
    return reader.nextEntry() && reader.isAt(Token.VALUE_STRING);
  }

  /**
   * Limits the bytes that are read at random places of a snapshot: a string or a node is found by
   * reading its block from the start, and a block may be as long as the body.
   */
  static final class ReadBudget {
    /** The bytes of a budget that do not depend on the body: about half a second. */
    static final long BASE_BYTES = 512L << 20;

    static final int TIMES = 2;

    /** The cost of moving to another block, in bytes. */
    private static final long SEEK_BYTES = 1 << 13;

    final long limit;
    private long used;

    ReadBudget(long bodySize) {
      limit = BASE_BYTES + TIMES * bodySize;
    }

    /** Tells whether nothing more may be read. The last read may have gone beyond the limit. */
    boolean isUsedUp() {
      return used >= limit;
    }

    void charge(long from, long to) {
      used += to - from;
    }

    /** Like {@link #charge}, but for a block of rows, whose first bytes may be all that is read. */
    void chargeBlock(long from, long to) {
      charge(from, to);
      used += SEEK_BYTES;
    }

    long used() {
      return used;
    }
  }
}
