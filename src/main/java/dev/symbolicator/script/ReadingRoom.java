package dev.symbolicator.script;

import dev.symbolicator.content.ByteBudget;
import java.util.concurrent.Semaphore;

/**
 * Room in memory for files that are read, each with what it is read into: as many at once as fit,
 * and who comes first goes first. What passes the room by itself is charged to the byte budget
 * instead, and is not read where that has nothing left: to wait for it could be to wait for
 * oneself.
 */
final class ReadingRoom {
  private static final int LARGEST = 1 << 30;

  private final int room;
  private final Semaphore free;
  private final ByteBudget budget;

  /**
   * @param bytes of room
   */
  ReadingRoom(long bytes, ByteBudget budget) {
    room = (int) Math.min(LARGEST, bytes);
    free = new Semaphore(room, true);
    this.budget = budget;
  }

  /**
   * Waits until there is room for a file, reads it and lets it go, in one go.
   *
   * @param size of the file, which is in memory twice
   * @return whether there was memory for it
   */
  boolean read(long size, Runnable work) {
    return size <= room / 2 ? readHere((int) (2 * size), work) : readWithin(size, work);
  }

  private boolean readHere(int bytes, Runnable work) {
    free.acquireUninterruptibly(bytes);
    try {
      work.run();
      return true;
    } finally {
      free.release(bytes);
    }
  }

  private boolean readWithin(long size, Runnable work) {
    try (ByteBudget.Lease lease = budget.open()) {
      if (size > LARGEST || !lease.grow(2 * size + lease.besides(size))) {
        return false;
      }
      work.run();
      return true;
    }
  }
}
