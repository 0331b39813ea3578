/**
 * Parses and resolves URLs as browsers do (WHATWG URL Standard), and shows URLs without secrets. No
 * I/O; does not decide which URLs may be fetched.
 *
 * <p>{@code NodeDifferentialTest} compares every answer with Node's, {@code UrlFuzzTest} and {@code
 * WebUrlTest} speak for hostile URLs.
 */
@NullMarked
package dev.symbolicator.url;

import org.jspecify.annotations.NullMarked;
