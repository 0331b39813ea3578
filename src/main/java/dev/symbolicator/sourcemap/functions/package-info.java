/**
 * Reads source maps that name functions themselves: the "Scopes" proposal of ECMA-426, pasta's
 * function mappings and Metro's function maps. No I/O; knows no text of scripts.
 *
 * <p>{@code FunctionOraclesTest} compares names with those tools' own readers, {@code
 * FunctionNamesTest} speaks for the rules.
 */
@NullMarked
package dev.symbolicator.sourcemap.functions;

import org.jspecify.annotations.NullMarked;
