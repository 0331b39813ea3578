package dev.symbolicator.profile.heap;

/**
 * Limits the bytes that are read at random places of a snapshot, also those that are only passed. A
 * string or a node is found by reading its block from the start, and a block may be as long as the
 * body.
 */
final class ReadBudget {
  /** The bytes of a budget that do not depend on the body: about half a second. */
  static final long BASE_BYTES = 512L << 20;

  /** How often all bytes of a body may be read. */
  static final int TIMES = 2;

  /** The cost of moving to another block, in bytes. */
  private static final long SEEK_BYTES = 1 << 13;

  private final long limit;
  private long used;

  /**
   * Makes a budget of which nothing is used.
   *
   * @param bodySize the bytes of the body
   */
  ReadBudget(long bodySize) {
    limit = BASE_BYTES + TIMES * bodySize;
  }

  /** Tells whether nothing more may be read. The last read may have gone beyond the limit. */
  boolean isUsedUp() {
    return used >= limit;
  }

  /**
   * Takes the bytes of a read.
   *
   * @param from the offset of the first byte
   * @param to the offset behind the last byte
   */
  void charge(long from, long to) {
    used += to - from;
  }

  /** Like {@link #charge}, but for a block of rows, whose first bytes may be all that is read. */
  void chargeBlock(long from, long to) {
    charge(from, to);
    used += SEEK_BYTES;
  }

  long limit() {
    return limit;
  }

  long used() {
    return used;
  }
}
