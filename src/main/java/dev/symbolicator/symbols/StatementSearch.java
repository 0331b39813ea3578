package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.symbols.FunctionResolver.ExactStart;
import dev.symbolicator.symbols.OriginalSources.OriginalFunctions;
import dev.symbolicator.symbols.Positions.Place;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds a function in the original statement or line that a segment stands for as a whole
 * (webpack's without a loader's map). It starts in the rest of the line and has the name that the
 * map gives, or is the only one there.
 */
final class StatementSearch {
  /** The most functions of a line that are compared; nobody writes a statement with more. */
  private static final int MAX_CANDIDATES = 64;

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
   * Returns the number of the original; {@link OriginalSources#NONE}, or {@link #SEVERAL}. At the
   * row's start or text must begin a segment; {@code outer} is the original around, negative if
   * unknown; {@code taken} are originals of other functions.
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

  /**
   * Finds functions by their lines, where a map has one segment for each line (webpack's {@code
   * cheap-module-source-map}). Such builds are not minified: a function is found if the generated
   * lines of an original line have as many functions of its name and form as that line.
   */
  static final class LineSearch {
    /** The most functions of an original line that are compared; nobody writes more. */
    private static final int MOST_OF_LINE = 64;

    private static final int LINE_BYTES = 120;

    private final Outline outline;
    private final SourceMap map;
    private final FunctionPositions generated;
    private final OriginalSources originals;
    private final NamePool names;
    private final Allowance allowance;

    LineSearch(
        Outline outline,
        SourceMap map,
        FunctionPositions generated,
        OriginalSources originals,
        NamePool names,
        Allowance allowance) {
      this.outline = outline;
      this.map = map;
      this.generated = generated;
      this.originals = originals;
      this.names = names;
      this.allowance = allowance;
    }

    void resolve(int[] resolved) {
      lines(resolved).forEach((line, rows) -> resolve(line, rows, resolved));
    }

    private Map<Place, Ints> lines(int[] resolved) {
      Map<Place, Ints> lines = new HashMap<>();
      Map<Place, Boolean> open = new HashMap<>();
      int line = -1;
      int from = 0;
      @Nullable Place original = null;
      for (int row = 0; row < resolved.length; row++) {
        if (!FunctionResolver.isFunction(generated.kind(row))) {
          continue;
        }
        long start = generated.start(row);
        if (Positions.line(start) != line) {
          line = Positions.line(start);
          MappingCursor segment = map.mappings(line, 0, line + 1, 0);
          boolean isMapped = segment.next() && segment.isMapped();
          from = segment.generatedColumn();
          original =
              isMapped
                  ? new Place(segment.source(), Positions.of(segment.originalLine(), 0))
                  : null;
          original = segment.next() ? null : original;
        }
        if (original != null && Positions.column(start) >= from) {
          lines.computeIfAbsent(original, this::rows).add(row);
          open.merge(original, resolved[row] < 0, Boolean::logicalOr);
        }
      }
      lines.keySet().removeIf(place -> !open.getOrDefault(place, false));
      return lines;
    }

    private Ints rows(Place line) {
      allowance.take(LINE_BYTES);
      return new Ints(allowance);
    }

    private void resolve(Place line, Ints rows, int[] resolved) {
      OriginalFunctions functions = originals.of(line.source());
      if (functions == null || rows.size() > MOST_OF_LINE) {
        return;
      }
      for (int i = 0; i < rows.size(); i++) {
        int row = rows.get(i);
        if (resolved[row] < 0) {
          int original = original(line, rows, i, functions);
          resolved[row] =
              original == FunctionPositions.NONE
                  ? resolved[row]
                  : originals.number(line.source(), original);
        }
      }
    }

    private int original(Place line, Ints rows, int index, OriginalFunctions functions) {
      int row = rows.get(index);
      int name = name(row);
      int before = 0;
      int all = 0;
      for (int i = 0; i < rows.size(); i++) {
        if (generated.kind(rows.get(i)) == generated.kind(row) && name(rows.get(i)) == name) {
          before += i < index ? 1 : 0;
          all++;
        }
      }
      int found = FunctionPositions.NONE;
      int candidates = 0;
      FunctionPositions of = functions.rows;
      int first = of.firstFrom(line.position());
      for (int original = first;
          original < of.size()
              && original < first + MOST_OF_LINE
              && Positions.line(of.start(original)) == Positions.line(line.position());
          original++) {
        if (of.kind(original) == generated.kind(row)
            && name != NamePool.NONE
            && functions.v8Name(original) == name) {
          found = candidates == before ? original : found;
          candidates++;
        }
      }
      return candidates == all ? found : FunctionPositions.NONE;
    }

    private int name(int row) {
      return names.find(outline.name(row, NameStyle.V8).text());
    }
  }
}
