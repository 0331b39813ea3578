/**
 * Finds the functions of JavaScript and TypeScript texts and the names that V8 gives them, in one
 * pass and without a parser. No I/O; knows no source maps.
 *
 * <p>{@code OutlineTest} and {@code RandomProgramTest} compare functions with real parsers'
 * answers, {@code QualifiedNamesTest} names with V8's; {@code OutlineFuzzTest} and {@code
 * BrokenTextTest} speak for hostile texts.
 */
@NullMarked
package dev.symbolicator.javascript;

import org.jspecify.annotations.NullMarked;
