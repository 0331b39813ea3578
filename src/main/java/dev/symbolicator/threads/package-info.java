/**
 * Runs work on threads of the service's own, once for all callers who ask for the same, and within
 * limits. Knows nothing of the work.
 */
@NullMarked
package dev.symbolicator.threads;

import org.jspecify.annotations.NullMarked;
