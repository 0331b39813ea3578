package dev.symbolicator.symbols;

import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.functions.FunctionNames;

/**
 * What a script's table is compiled from.
 *
 * @param script the script's text
 * @param map its source map
 * @param names the functions that the map itself names
 * @param files the texts of its sources
 */
public record SymbolInput(String script, SourceMap map, FunctionNames names, SourceFiles files) {}
