/**
 * Everything one script needs to be symbolicated, compiled from the script and its source map. No
 * I/O.
 */
@NullMarked
package dev.symbolicator.symbols;

import org.jspecify.annotations.NullMarked;
