package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.ShiftedSourceMap;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.Locale;

/**
 * The distance between the places that a map names and the places where the code is, since a step
 * after the build added a banner or a wrapper.
 *
 * @param lines by how many lines the code lies further down than the map says; may be negative
 * @param columns by how many UTF-16 units the code of one line lies further right; may be negative
 * @param line the 0-based line of that code, as the map says; -1 if no line's columns are shifted
 */
public record MapShift(int lines, int columns, int line) {
  /** The map is right as it is. */
  public static final MapShift NONE = new MapShift(0, 0, -1);

  /**
   * Finds by how much a map is shifted, of whose segments many lie outside of the script.
   *
   * @param files the texts of the map's sources
   * @param allowance charged until the method returns
   * @return {@link #NONE} if no shift is proved
   * @throws Allowance.Exceeded if the allowance is too small
   */
  public static MapShift of(String script, SourceMap map, SourceFiles files, Allowance allowance) {
    try (Allowance part = allowance.part()) {
      return ShiftProof.of(script, Lines.of(script, part), map, files, part);
    }
  }

  /** Makes a shift; without a shift of columns the line does not matter. */
  static MapShift of(int lines, int columns, int line) {
    return new MapShift(lines, columns, columns == 0 ? -1 : line);
  }

  /** Returns the map as it should have been written. */
  SourceMap applied(SourceMap map) {
    return equals(NONE) ? map : new ShiftedSourceMap(map, lines, columns, line);
  }

  /** Returns the shift in words, like {@code 412 lines} or {@code 44 columns of line 1}. */
  public String words() {
    String byLines = count(lines, "line");
    String byColumns = count(columns, "column") + " of line " + (line + lines + 1);
    if (columns == 0) {
      return byLines;
    }
    return lines == 0 ? byColumns : byLines + " and " + byColumns;
  }

  private static String count(int number, String thing) {
    return String.format(Locale.ROOT, "%d %s%s", number, thing, Math.abs(number) == 1 ? "" : "s");
  }
}
