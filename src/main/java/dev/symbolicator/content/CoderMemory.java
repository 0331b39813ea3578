package dev.symbolicator.content;

import org.jspecify.annotations.Nullable;

/** Grants the memory of the decoder or encoder of a stream, before its allocation. */
@FunctionalInterface
public interface CoderMemory {
  /**
   * Takes memory.
   *
   * @param bytes the number of bytes
   * @param largest the bytes of the largest single piece
   * @return gives the memory back when run; null if there is no room
   */
  @Nullable Runnable take(long bytes, long largest);
}
