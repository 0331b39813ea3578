package dev.symbolicator.profile.heap;

import dev.symbolicator.json.JsonReader;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.profile.scan.UnreadableException;
import java.io.IOException;

/** Reads an array of integers in blocks of rows. */
final class RowReader {
  /** The number of rows in a block. */
  static final int BLOCK_BITS = 10;

  static final int BLOCK = 1 << BLOCK_BITS;

  /** Takes rows. */
  interface Rows {
    /**
     * Takes the rows of a block, which are {@link #BLOCK} except at the end.
     *
     * @param offset the place before the first row, see {@link JsonReader#seekEntry}
     */
    void accept(long offset, long[] values, int rows) throws UnreadableException;
  }

  private RowReader() {}

  /**
   * Reads the array that is the next value, once it is known to be an array.
   *
   * @param name the member's name
   * @param fields the numbers of a row
   * @return the number of rows
   */
  static long read(JsonReader json, String name, int fields, Rows rows, Allowance memory)
      throws IOException, UnreadableException {
    long start = json.valueStart();
    int size = BLOCK * fields;
    long[] values = memory.longs(size);
    long total = 0;
    int count;
    do {
      long offset = json.position();
      count = json.integers(values, size);
      if (count < size && !json.isAt(JsonReader.Token.END_ARRAY)) {
        throw UnreadableException.invalid(
            "/" + name,
            json.valueStart(),
            "This must be an integer of at most " + JsonReader.MAX_INTEGER + " characters.");
      }
      total += count;
      if (count % fields != 0) {
        throw UnreadableException.invalid(
            "/" + name,
            start,
            "The section has %d numbers, which is no multiple of its %d fields. The file is damaged or cut off."
                .formatted(total, fields));
      }
      if (count > 0) {
        rows.accept(offset, values, count / fields);
      }
    } while (count == size);
    memory.giveBack((long) Long.BYTES * size);
    return total / fields;
  }
}
