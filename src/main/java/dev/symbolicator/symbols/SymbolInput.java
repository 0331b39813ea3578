package dev.symbolicator.symbols;

import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.functions.FunctionNames;

/**
 * The input from which a script's table is compiled.
 *
 * @param script the script's text
 * @param map the script's source map
 * @param names the functions that the map itself names
 * @param files the texts of the map's sources
 */
public record SymbolInput(String script, SourceMap map, FunctionNames names, SourceFiles files) {}
