/** Runs work on threads of the service's own, once for all who ask, and within limits. */
@NullMarked
package dev.symbolicator.threads;

import org.jspecify.annotations.NullMarked;
