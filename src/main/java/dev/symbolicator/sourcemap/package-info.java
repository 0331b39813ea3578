/**
 * Source maps (ECMA-426): reading them, looking positions up, finding the map of a script. No I/O.
 */
@NullMarked
package dev.symbolicator.sourcemap;

import org.jspecify.annotations.NullMarked;
