package dev.symbolicator.api.large;

import dev.symbolicator.api.problem.Problem;
import java.util.Optional;

/**
 * The largest sizes of a large body.
 *
 * @param configured the configured limit in bytes
 * @param forMemory the bytes for which the byte budget suffices, if nothing else uses the budget
 */
record LargeSizes(long configured, long forMemory) {

  /**
   * Returns the sizes of a service.
   *
   * @param budget the limit of the byte budget
   */
  static LargeSizes of(long configured, long budget, LargeLimits limits) {
    int share = limits.bytesPerHeapByte();
    return new LargeSizes(
        configured, budget > Long.MAX_VALUE / share ? Long.MAX_VALUE : budget * share);
  }

  /** Returns the problem of a body of a size, as sent or inflated; nothing if there is none. */
  Optional<Problem> problem(long size) {
    if (size > configured) {
      return Optional.of(LargeProblems.tooLarge(configured));
    }
    return size > forMemory
        ? Optional.of(LargeProblems.tooLargeForMemory(forMemory))
        : Optional.empty();
  }
}
