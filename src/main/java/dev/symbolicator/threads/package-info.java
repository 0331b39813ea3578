/** Threads of this service's own, and turns at what only so many may do at once. */
@NullMarked
package dev.symbolicator.threads;

import org.jspecify.annotations.NullMarked;
