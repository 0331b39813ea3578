/**
 * Runs work on threads of the service's own, once for all callers who ask for the same, and within
 * limits; times it, and keeps it in the trace of its caller. Knows nothing of the work.
 *
 * <p>{@code SlotsTest} speaks for the fair queues.
 */
@NullMarked
package dev.symbolicator.threads;

import org.jspecify.annotations.NullMarked;
