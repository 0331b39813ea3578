/**
 * Reads JSON bodies that may be larger than the memory, and copies them with changed places. One
 * window of the body is in memory at a time. Offsets are 64-bit.
 */
@NullMarked
package dev.symbolicator.profile.scan;

import org.jspecify.annotations.NullMarked;
