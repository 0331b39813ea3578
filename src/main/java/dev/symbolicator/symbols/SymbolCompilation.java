package dev.symbolicator.symbols;

/** What came of a script and its source map. */
public sealed interface SymbolCompilation {

  /** They belong together. */
  record Compiled(SymbolTable symbols) implements SymbolCompilation {}

  /**
   * The map is of another version of the script, so nothing it says can be trusted.
   *
   * @param detail one sentence for a person
   */
  record Mismatch(String detail) implements SymbolCompilation {}
}
