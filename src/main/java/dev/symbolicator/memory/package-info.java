/** Limits all bytes in flight by one budget; growing types charge the budget as they grow. */
@NullMarked
package dev.symbolicator.memory;

import org.jspecify.annotations.NullMarked;
