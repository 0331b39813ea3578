/**
 * Reads JSON in UTF-8 (RFC 8259) with the byte offsets that rewriting needs: {@code JsonReader} is
 * the reader of the formats of profiles that are read from memory.
 *
 * <p>{@code JsonReaderTest} and {@code KnownBytesTest} compare it with Jackson, byte by byte.
 */
@NullMarked
package dev.symbolicator.json;

import org.jspecify.annotations.NullMarked;
