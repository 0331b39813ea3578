package dev.symbolicator.symbols;

/** The outcome of compiling a script with its source map. */
public sealed interface SymbolCompilation {

  /**
   * The script and the map belong together.
   *
   * @param shift by how much the map's positions were wrong, and were set right
   */
  record Compiled(SymbolTable symbols, MapShift shift) implements SymbolCompilation {}

  /**
   * The map is of another version of the script, so nothing in the map can be trusted.
   *
   * @param detail one sentence for a person
   */
  record Mismatch(String detail) implements SymbolCompilation {}
}
