package dev.symbolicator.tables;

import dev.symbolicator.symbols.SymbolTable;

/**
 * A compiled script.
 *
 * @param detail one sentence about the map, for reports
 * @param lacksSources whether texts of sources are missing that may be available later, so that
 *     another compilation may find more names
 * @param isPassing whether some of the missing texts may soon be available by themselves
 */
public record CompiledTable(
    SymbolTable symbols, String detail, boolean lacksSources, boolean isPassing)
    implements TableResult {

  /** Makes a table that lacks nothing. */
  public CompiledTable(SymbolTable symbols, String detail) {
    this(symbols, detail, false, false);
  }
}
