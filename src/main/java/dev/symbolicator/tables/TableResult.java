package dev.symbolicator.tables;

import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.tables.MapCompiler.MapOpening;

/** The outcome of compiling a script with its map. */
public sealed interface TableResult {

  /**
   * A compiled script, with one sentence about the map.
   *
   * @param lacksSources whether missing texts may be there later, so compiling again may find more
   * @param isPassing whether some may soon be there by themselves
   */
  public record CompiledTable(
      SymbolTable symbols, String detail, boolean lacksSources, boolean isPassing)
      implements TableResult {

    public CompiledTable(SymbolTable symbols, String detail) {
      this(symbols, detail, false, false);
    }
  }

  /** The reason that a script has no table, with one sentence for people. */
  public record TableFailure(Reason reason, String detail) implements TableResult, MapOpening {

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
     * The memory did not suffice.
     *
     * @param alone whether the work would exceed the whole budget, so that waiting cannot help
     * @param work what failed, as in "read the script"
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
