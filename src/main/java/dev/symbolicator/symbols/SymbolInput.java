package dev.symbolicator.symbols;

import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a script's table is compiled from.
 *
 * @param script the script's text
 * @param map its source map
 * @param names the functions that the map itself names
 * @param texts the text of each source by its index, null where it is not known; asked for once
 */
public record SymbolInput(
    String script, SourceMap map, FunctionNames names, IntFunction<@Nullable String> texts) {}
