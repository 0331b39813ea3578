package dev.symbolicator.store;

import dev.symbolicator.memory.ByteBudget;
import java.util.concurrent.Semaphore;

/**
 * Limits the memory that stored files take while they are read and used. As many files as fit are
 * read at once, first come, first served.
 *
 * <p>A file that exceeds the limit by itself is charged to the byte budget instead. Such a file is
 * not read if the budget has too little left: a waiting reader could hold the very memory that the
 * reader waits for.
 */
final class ReadLimit {
  private static final int LARGEST = 1 << 30;

  private final int limit;
  private final Semaphore free;
  private final ByteBudget budget;

  ReadLimit(long bytes, ByteBudget budget) {
    limit = (int) Math.min(LARGEST, bytes);
    free = new Semaphore(limit, true);
    this.budget = budget;
  }

  /**
   * Waits until there is memory for a file, then runs the work that reads and uses the file.
   *
   * @param size the file's length in bytes; the file is in memory twice
   * @return false if there was no memory; then the work was not run
   */
  boolean read(long size, Runnable work) {
    return size <= limit / 2 ? readWithin((int) (2 * size), work) : readCharged(size, work);
  }

  private boolean readWithin(int bytes, Runnable work) {
    free.acquireUninterruptibly(bytes);
    try {
      work.run();
      return true;
    } finally {
      free.release(bytes);
    }
  }

  private boolean readCharged(long size, Runnable work) {
    try (ByteBudget.Lease lease = budget.open()) {
      if (size > LARGEST || !lease.grow(2 * size + lease.besides(size))) {
        return false;
      }
      work.run();
      return true;
    }
  }
}
