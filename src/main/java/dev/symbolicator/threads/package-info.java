/** Threads of this service's own. */
@NullMarked
package dev.symbolicator.threads;

import org.jspecify.annotations.NullMarked;
