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
 * @param isTied whether script and map are known to be of one build; otherwise their content must
 *     show that
 */
public record SymbolInput(
    String script, SourceMap map, FunctionNames names, SourceFiles files, boolean isTied) {

  /** Makes the input of a script and a map that belong together. */
  public SymbolInput(String script, SourceMap map, FunctionNames names, SourceFiles files) {
    this(script, map, names, files, true);
  }

  /** Returns this input with another map. */
  SymbolInput with(SourceMap newMap) {
    return newMap == map ? this : new SymbolInput(script, newMap, names, files, isTied);
  }
}
