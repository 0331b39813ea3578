/** Reads source maps (ECMA-426), and looks up positions in them. No I/O. */
@NullMarked
package dev.symbolicator.sourcemap;

import org.jspecify.annotations.NullMarked;
