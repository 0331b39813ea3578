package dev.symbolicator.symbolication;

import java.util.function.LongPredicate;

/**
 * What one request may use.
 *
 * @param memory takes a number of bytes more from the budget of bytes in flight; false if they are
 *     not to be had
 * @param deadline when the request waits no longer
 */
public record RequestContext(LongPredicate memory, Deadline deadline) {

  /** Takes bytes that are about to be allocated; false if they are not to be had. */
  boolean take(long bytes) {
    return memory.test(bytes);
  }
}
