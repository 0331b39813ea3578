/**
 * Receives bodies that may be larger than the memory, and sends their answers. Knows no format by
 * name.
 */
@NullMarked
package dev.symbolicator.api.large;

import org.jspecify.annotations.NullMarked;
