package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.sourcemap.Mapping;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds a function in the original statement that a segment stands for as a whole, for maps that
 * have one segment for each statement (webpack's without a loader's map) or line. Such a segment
 * leads to the code around the function; which of the functions that start in the rest of the line
 * is meant is told by the name that the map gives, or by there being but one.
 */
final class StatementSearch {
  /** A line of more functions is no statement that somebody wrote. */
  private static final int MAX_CANDIDATES = 64;

  private final SourceMap map;
  private final FunctionPositions generated;
  private final OriginalSources originals;
  private final NamePool names;
  private final NameTokens tokens;

  StatementSearch(
      SourceMap map,
      FunctionPositions generated,
      OriginalSources originals,
      NamePool names,
      NameTokens tokens) {
    this.map = map;
    this.generated = generated;
    this.originals = originals;
    this.names = names;
    this.tokens = tokens;
  }

  /**
   * The number of the function that is meant.
   *
   * @param row the generated function, whose start must have a segment of its own
   * @param taken originals that other generated functions have
   * @return {@link OriginalSources#NONE} where that is not certain
   */
  int of(int row, BitSet taken) {
    long start = generated.start(row);
    Mapping segment = map.findExact(Positions.line(start), Positions.column(start));
    if (segment == null) {
      return OriginalSources.NONE;
    }
    long from = Positions.of(segment.originalLine(), segment.originalColumn());
    int around = originals.around(segment.source(), from);
    if (around < 0) {
      return OriginalSources.NONE;
    }
    FunctionPositions rows = originals.rows(segment.source());
    int parent = rows.functionOf(originals.row(around));
    String name = tokens.certain(row, NameStyle.V8);
    int found = OriginalSources.NONE;
    int first = rows.firstFrom(from);
    for (int candidate = first;
        candidate < rows.size()
            && candidate < first + MAX_CANDIDATES
            && Positions.line(rows.start(candidate)) == segment.originalLine();
        candidate++) {
      int number = originals.number(segment.source(), candidate);
      if (rows.functionAround(candidate) == parent
          && !taken.get(number)
          && isSameForm(generated.kind(row), rows.kind(candidate))
          && (name == null || name.equals(nameOf(segment.source(), candidate)))) {
        if (found != OriginalSources.NONE) {
          return OriginalSources.NONE;
        }
        found = number;
      }
    }
    return found;
  }

  private @Nullable String nameOf(int source, int row) {
    OriginalFunctions functions = originals.of(source);
    int name = functions == null ? NamePool.NONE : functions.v8Name(row);
    return name == NamePool.NONE ? null : names.get(name);
  }

  private static boolean isSameForm(FunctionKind generated, FunctionKind original) {
    return ExactStart.fits(generated, original)
        && (generated == FunctionKind.ARROW) == (original == FunctionKind.ARROW);
  }
}
