package dev.symbolicator.symbols;

import org.jspecify.annotations.Nullable;

/**
 * A function of the original code.
 *
 * @param source the URL of the original source, resolved against the source map's
 * @param line 0-based original line
 * @param column 0-based original column, in UTF-16 code units
 * @param name what V8 would call the function; null where that is not known for certain, so that
 *     the name the profile came with is kept
 */
public record Symbol(String source, int line, int column, @Nullable String name) {}
