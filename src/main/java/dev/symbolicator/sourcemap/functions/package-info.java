/**
 * Reads functions from source maps that name them: the "Scopes" proposal of ECMA-426, pasta's
 * function mappings and Metro's function maps. No I/O.
 */
@NullMarked
package dev.symbolicator.sourcemap.functions;

import org.jspecify.annotations.NullMarked;
