/**
 * Reads source maps that name functions themselves: the "Scopes" proposal of ECMA-426, pasta's
 * function mappings and Metro's function maps. No I/O; knows no text of scripts.
 */
@NullMarked
package dev.symbolicator.sourcemap.functions;

import org.jspecify.annotations.NullMarked;
