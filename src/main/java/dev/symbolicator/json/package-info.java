/**
 * Reads JSON in UTF-8 (RFC 8259) with the byte offsets that rewriting needs: {@link JsonReader} is
 * the one reader of source maps and of all formats of profiles. Its tests compare it with Jackson,
 * byte by byte: {@code JsonReaderTest}, {@code JsonWindowTest} and {@code JsonStringTest}.
 */
@NullMarked
package dev.symbolicator.json;

import org.jspecify.annotations.NullMarked;
