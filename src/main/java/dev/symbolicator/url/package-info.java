/**
 * URLs as browsers read them (WHATWG URL Standard): parse, resolve, show without secrets. No I/O.
 */
@NullMarked
package dev.symbolicator.url;

import org.jspecify.annotations.NullMarked;
