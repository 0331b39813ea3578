package dev.symbolicator.symbols;

import org.jspecify.annotations.Nullable;

/**
 * A function of the original code.
 *
 * @param source the URL of the original source, resolved against the source map's URL
 * @param line 0-based original line
 * @param column 0-based original column, in UTF-16 code units
 * @param name the name that V8 would give; null if that name is not certain, so that the name in
 *     the profile is kept
 */
public record Symbol(String source, int line, int column, @Nullable String name) {}
