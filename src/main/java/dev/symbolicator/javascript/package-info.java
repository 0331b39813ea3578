/**
 * Finds the functions of JavaScript and TypeScript texts, and what V8 calls them, in one pass and
 * without a parser. No I/O.
 */
@NullMarked
package dev.symbolicator.javascript;

import org.jspecify.annotations.NullMarked;
