/**
 * Finds the functions of JavaScript and TypeScript texts, and the names that V8 gives them. Scans a
 * text once, without a parser. No I/O.
 */
@NullMarked
package dev.symbolicator.javascript;

import org.jspecify.annotations.NullMarked;
