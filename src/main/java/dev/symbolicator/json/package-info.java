/**
 * Reads JSON in UTF-8 (RFC 8259) with the byte offsets that rewriting needs, from an array or
 * through a window of a text that is larger than the memory. {@code JsonReaderTest}, {@code
 * JsonWindowTest} and {@code KnownBytesTest} compare it with Jackson, byte by byte.
 */
@NullMarked
package dev.symbolicator.json;

import org.jspecify.annotations.NullMarked;
