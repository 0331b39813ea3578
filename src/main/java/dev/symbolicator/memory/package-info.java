/** One budget of bytes for everything in flight, and the types that charge it as they grow. */
@NullMarked
package dev.symbolicator.memory;

import org.jspecify.annotations.NullMarked;
