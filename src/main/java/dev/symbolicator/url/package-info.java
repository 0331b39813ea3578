/**
 * Parses and resolves URLs as browsers do (WHATWG URL Standard), and shows them without secrets. No
 * I/O.
 */
@NullMarked
package dev.symbolicator.url;

import org.jspecify.annotations.NullMarked;
