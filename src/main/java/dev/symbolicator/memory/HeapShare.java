package dev.symbolicator.memory;

/**
 * Divides the heap among the uses that have no configured size. The shares add up to less than the
 * heap: other objects, buffers and garbage take the rest.
 */
public enum HeapShare {
  /** Bodies, fetched files, and the memory to read and compile them: the {@link ByteBudget}. */
  BYTES_IN_FLIGHT(2),
  /** Symbol tables that are remembered. */
  REMEMBERED_TABLES(8),
  /** Stored files that are being read, and the objects made from them. */
  STORED_FILES_BEING_READ(16),
  /** URLs and state of the scripts that are being loaded, without the fetched files. */
  PENDING_LOADS(16),
  /** Look-ups in the uploaded source maps that are remembered. */
  REMEMBERED_UPLOADS(16),
  /** Scripts that are remembered to have no symbols. */
  REMEMBERED_MISSES(64);

  private final int divisor;

  HeapShare(int divisor) {
    this.divisor = divisor;
  }

  /** Returns the share of this process's largest heap, in bytes. */
  public long bytes() {
    return Runtime.getRuntime().maxMemory() / divisor;
  }
}
