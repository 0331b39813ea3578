/**
 * Compiles a script and its source map into a table that symbolicates the script's frames. No I/O.
 */
@NullMarked
package dev.symbolicator.symbols;

import org.jspecify.annotations.NullMarked;
