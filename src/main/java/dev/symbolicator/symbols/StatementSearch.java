package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.sourcemap.Mapping;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds a function in the original statement that a segment stands for as a whole. Some maps have
 * one segment for each statement (webpack's without a loader's map) or line. Such a segment leads
 * to the code around the function. The function is the one that starts in the rest of the line and
 * has the name that the map gives, or the only one there.
 */
final class StatementSearch {
  /** The most functions of a line that are compared; nobody writes a statement with more. */
  private static final int MAX_CANDIDATES = 64;

  /** Instead of a number: several original functions of the statement may be the one. */
  static final int SEVERAL = OriginalSources.NONE - 1;

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
   * Returns the number of the original function.
   *
   * @param row the generated function, whose start or text must begin with a segment of its own
   * @param outer the original of the function around the generated one; negative if unknown
   * @param taken the originals of other generated functions
   * @return {@link OriginalSources#NONE} if there is no such function, or {@link #SEVERAL}
   */
  int of(int row, int outer, BitSet taken) {
    Mapping segment = at(generated.start(row));
    if (segment == null) {
      segment = at(generated.header(row));
    }
    return segment == null ? OriginalSources.NONE : in(segment, row, outer, taken);
  }

  private @Nullable Mapping at(long place) {
    return map.findExact(Positions.line(place), Positions.column(place));
  }

  private int in(Mapping segment, int row, int outer, BitSet taken) {
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
      int candidateParent = rows.functionAround(candidate);
      boolean isWithinOuter =
          outer >= 0
              && candidateParent != FunctionPositions.NONE
              && originals.number(segment.source(), candidateParent) == outer;
      if ((candidateParent == parent || isWithinOuter)
          && !taken.get(number)
          && isSameForm(generated.kind(row), rows.kind(candidate))
          && (name == null || name.equals(nameOf(segment.source(), candidate)))) {
        if (found != OriginalSources.NONE) {
          return SEVERAL;
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
