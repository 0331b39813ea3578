/** Runs work on the service's own threads, once for all callers, and within limits. */
@NullMarked
package dev.symbolicator.threads;

import org.jspecify.annotations.NullMarked;
