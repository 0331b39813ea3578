/**
 * Reads source maps (ECMA-426) and looks positions up. No I/O; knows neither the text of scripts
 * nor where maps come from.
 */
@NullMarked
package dev.symbolicator.sourcemap;

import org.jspecify.annotations.NullMarked;
