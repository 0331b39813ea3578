/**
 * Reads JSON bodies that may be larger than the memory, and copies them with changed places. One
 * window of the body is in memory at a time; offsets are 64-bit.
 *
 * <p>{@code BodyScannerTest} speaks for reading, {@code JsonHeadTest} for recognising a body by its
 * beginning.
 */
@NullMarked
package dev.symbolicator.profile.scan;

import org.jspecify.annotations.NullMarked;
