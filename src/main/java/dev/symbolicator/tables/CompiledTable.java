package dev.symbolicator.tables;

import dev.symbolicator.symbols.SymbolTable;

/**
 * A compiled script.
 *
 * @param detail one sentence about the map, for reports
 * @param lacksSources whether texts of sources are missing that may be there later, so that
 *     compiling again may bring more names
 * @param isPassing whether some of these may be there soon, without anybody doing anything
 */
public record CompiledTable(
    SymbolTable symbols, String detail, boolean lacksSources, boolean isPassing)
    implements TableResult {

  /** A table that lacks nothing. */
  public CompiledTable(SymbolTable symbols, String detail) {
    this(symbols, detail, false, false);
  }
}
