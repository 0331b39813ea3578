package dev.symbolicator.symbolication;

import java.util.function.LongPredicate;

/**
 * The tenant of one request, and the memory and the time that the request may use.
 *
 * @param scope the tenant: lower-case letters, digits and hyphens
 * @param memory takes bytes from the budget of bytes in flight; false if too few are left
 * @param deadline the time after which the request waits no longer
 */
public record RequestContext(String scope, LongPredicate memory, Deadline deadline) {

  /** Takes bytes that are about to be allocated; returns false if the budget has too few left. */
  boolean take(long bytes) {
    return memory.test(bytes);
  }
}
