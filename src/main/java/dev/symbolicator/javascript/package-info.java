/**
 * Finds the functions of JavaScript and TypeScript texts and the names that V8 gives them, in one
 * pass and without a parser. No I/O; knows no source maps.
 */
@NullMarked
package dev.symbolicator.javascript;

import org.jspecify.annotations.NullMarked;
