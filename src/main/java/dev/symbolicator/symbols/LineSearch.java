package dev.symbolicator.symbols;

import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds functions by their lines, where a map has one segment for each line (webpack's {@code
 * cheap-module-source-map}). Such builds are not minified: the functions of a line have the names
 * and the order of the original ones. A function is found if the generated lines that lead to an
 * original line together have as many functions of its name and form as that line has.
 */
final class LineSearch {
  /** The most functions of an original line that are compared; nobody writes more. */
  private static final int MOST_OF_LINE = 64;

  /** Heap bytes of an original line. */
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

  /**
   * Finds the functions that have no original yet.
   *
   * @param resolved for each generated row the number of its original; changed
   */
  void resolve(int[] resolved) {
    lines(resolved).forEach((line, rows) -> resolve(line, rows, resolved));
  }

  /** Returns the functions of the original lines that have one without an original. */
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
            isMapped ? new Place(segment.source(), Positions.of(segment.originalLine(), 0)) : null;
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

  /** Returns the original of one of the functions that lead to a line. */
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
    FunctionPositions of = functions.rows();
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
