/**
 * Holds one budget of bytes for everything in flight, and the types that charge the budget as they
 * grow. Also holds what several rooms do with bytes. Knows nothing of the work that needs the
 * bytes.
 */
@NullMarked
package dev.symbolicator.memory;

import org.jspecify.annotations.NullMarked;
