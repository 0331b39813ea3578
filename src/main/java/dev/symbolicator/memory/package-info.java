/**
 * Holds one budget of bytes for everything in flight, and the types that charge the budget as they
 * grow. Knows nothing of the work that needs the bytes.
 */
@NullMarked
package dev.symbolicator.memory;

import org.jspecify.annotations.NullMarked;
