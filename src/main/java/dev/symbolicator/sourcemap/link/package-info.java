/** Finds the URL of a script's source map in its headers and its comments (ECMA-426). No I/O. */
@NullMarked
package dev.symbolicator.sourcemap.link;

import org.jspecify.annotations.NullMarked;
