package dev.symbolicator.tables;

import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.tables.MapCompiler.MapOpening;

/** The outcome of compiling a script with its map. */
public sealed interface TableResult {

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

  /**
   * The reason that a script has no table.
   *
   * @param detail one sentence for people
   */
  public record TableFailure(Reason reason, String detail) implements TableResult, MapOpening {

    /** The kinds of failures. */
    public enum Reason {
      /** The map cannot be read. */
      MALFORMED,
      /** The map passes a limit of the reader, or needs more memory than the whole budget. */
      TOO_LARGE,
      /** The map belongs to another script. */
      MISMATCH,
      /** Too little memory was left; a later attempt may succeed. */
      OUT_OF_MEMORY
    }

    /**
     * Returns the failure of work for which too little memory was left.
     *
     * @param alone whether the work needs more than the whole budget, so that waiting cannot help
     * @param work the work, as in "read the script"
     */
    public static TableFailure ofMemory(boolean alone, String work) {
      return alone
          ? new TableFailure(
              Reason.TOO_LARGE,
              "To "
                  + work
                  + " takes more memory than the service may use. Have the operator give the service"
                  + " more heap or raise symbolicator.memory.max-bytes-in-flight.")
          : new TableFailure(
              Reason.OUT_OF_MEMORY, "There was not enough memory left to " + work + ".");
    }
  }
}
