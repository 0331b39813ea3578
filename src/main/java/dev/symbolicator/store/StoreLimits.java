package dev.symbolicator.store;

import dev.symbolicator.memory.HeapShare;
import java.time.Duration;

/**
 * The fixed limits of the store.
 *
 * @param diskFiles how many files the disk keeps; a script takes two
 * @param diskPause how long nothing is written after the disk took no file, as when it is full
 * @param threads how many files are read or written at once
 * @param readingBytes how much heap the files being read may take together, with what they are read
 *     into
 */
public record StoreLimits(int diskFiles, Duration diskPause, int threads, long readingBytes) {

  /** The limits of the service; tests bring their own. */
  public static final StoreLimits DEFAULT =
      new StoreLimits(20_000, Duration.ofMinutes(1), 4, HeapShare.STORED_FILES_BEING_READ.bytes());
}
