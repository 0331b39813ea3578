package dev.symbolicator.script;

import java.util.concurrent.Semaphore;

/**
 * Room in memory for files that are being read: as many at once as fit, and one that fits nowhere
 * on its own. Who comes first goes first.
 */
final class ReadingRoom {
  private final int mebibytes;
  private final Semaphore free;

  /**
   * @param bytes of room, counted in MiB and 1 MiB at least
   */
  ReadingRoom(long bytes) {
    mebibytes = (int) Math.min(Integer.MAX_VALUE, Math.max(1, bytes >> 20));
    free = new Semaphore(mebibytes, true);
  }

  /** Waits until there is room for a file, reads it and lets it go, in one go. */
  void read(long bytes, Runnable work) {
    int room = (int) Math.min(mebibytes, 1 + (bytes >> 20));
    free.acquireUninterruptibly(room);
    try {
      work.run();
    } finally {
      free.release(room);
    }
  }
}
