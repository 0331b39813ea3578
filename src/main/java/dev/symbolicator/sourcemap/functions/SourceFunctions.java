package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Longs;
import dev.symbolicator.sourcemap.functions.FunctionNames.MalformedNamesException;
import dev.symbolicator.sourcemap.functions.FunctionNames.NamedFunction;
import dev.symbolicator.sourcemap.functions.FunctionNames.NamedFunction.Extent;
import dev.symbolicator.sourcemap.functions.FunctionNames.RowBudget;
import dev.symbolicator.sourcemap.functions.OriginalNames.OriginalName;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The functions of one source, cut at borders where another one becomes the innermost, so a look-up
 * is a binary search however deeply functions are nested.
 */
final class SourceFunctions {

  private static final int OBJECTS_BYTES = 600;

  private final OriginalNames names;

  private final Longs borders;
  private final Longs owners;
  private final Longs nameIndices;
  private final BitSet ignoredNames;
  private final Longs starts;

  private final Longs ends;

  private SourceFunctions(SourceFunctions other, BitSet ignoredNames) {
    this.ignoredNames = ignoredNames;
    nameIndices = other.nameIndices;
    names = other.names;
    borders = other.borders;
    owners = other.owners;
    starts = other.starts;
    ends = other.ends;
  }

  private SourceFunctions(FunctionsBuilder built) {
    names = built.names;
    borders = built.borders;
    owners = built.owners;
    nameIndices = built.nameIndices;
    ignoredNames = new BitSet();
    starts = built.starts;
    ends = built.ends;
  }

  int functions() {
    return nameIndices.size();
  }

  @Nullable OriginalName name(int function) {
    return ignoredNames.get(function) ? null : names.get((int) nameIndices.get(function));
  }

  long start(int function) {
    return starts.get(function);
  }

  SourceFunctions withoutNames(BitSet functions) {
    return new SourceFunctions(this, functions);
  }

  @Nullable NamedFunction at(int line, int column) {
    if (line < 0 || column < 0) {
      return null;
    }
    int border = borders.lastUpTo(OriginalPositions.of(line, column));
    int function = border < 0 ? FunctionsBuilder.OUTSIDE : (int) owners.get(border);
    if (function == FunctionsBuilder.OUTSIDE) {
      return null;
    }
    OriginalName name = name(function);
    return name == null ? null : new NamedFunction(name.v8(), name.qualified(), extent(function));
  }

  private @Nullable Extent extent(int function) {
    if (starts.isEmpty()) {
      return null;
    }
    long start = starts.get(function);
    long end = ends.get(function);
    return new Extent(
        OriginalPositions.line(start),
        OriginalPositions.column(start),
        OriginalPositions.line(end),
        OriginalPositions.column(end));
  }

  static final class FunctionsBuilder {

    static final int OUTSIDE = -1;

    private final OriginalNames names;
    private final RowBudget budget;
    private final Longs borders;
    private final Longs owners;
    private final Longs nameIndices;
    private final Longs starts;
    private final Longs ends;

    FunctionsBuilder(OriginalNames names, RowBudget budget) {
      this.names = names;
      this.budget = budget;
      Allowance allowance = budget.allowance();
      allowance.take(OBJECTS_BYTES);
      borders = new Longs(allowance);
      owners = new Longs(allowance);
      nameIndices = new Longs(allowance);
      starts = new Longs(allowance);
      ends = new Longs(allowance);
    }

    /** Adds a function of unknown extent, whose name must have been checked; returns its index. */
    int function(long name) throws MalformedNamesException {
      budget.take();
      nameIndices.add(name);
      return nameIndices.size() - 1;
    }

    /**
     * Adds a function whose end {@link #endsAt} may correct. Either all functions have an extent or
     * none.
     */
    int function(long name, long start, long end) throws MalformedNamesException {
      int function = function(name);
      starts.add(start);
      ends.add(end);
      return function;
    }

    void endsAt(int function, long end) {
      ends.set(function, end);
    }

    long end(int function) {
      return ends.get(function);
    }

    /** Makes a function the innermost one from a position on. Positions must ascend. */
    void border(long position, int owner) throws MalformedNamesException {
      if (!borders.isEmpty() && borders.get(borders.size() - 1) == position) {
        owners.set(owners.size() - 1, owner);
      } else if (owners.lastOr(OUTSIDE) != owner) {
        budget.take();
        borders.add(position);
        owners.add(owner);
      }
    }

    SourceFunctions build() {
      return new SourceFunctions(this);
    }
  }

  /** Packs 0-based positions into numbers that compare alike. */
  static final class OriginalPositions {

    private static final long COLUMN = 0xFFFF_FFFFL;

    private OriginalPositions() {}

    static long of(int line, int column) {
      return ((long) line << 32) | column;
    }

    /** Like {@link #of}, but checks that line and column are ints from 0. */
    static long checked(long line, long column) throws MalformedNamesException {
      if (line < 0 || line > Integer.MAX_VALUE || column < 0 || column > Integer.MAX_VALUE) {
        throw new MalformedNamesException("not a position: " + line + ":" + column);
      }
      return of((int) line, (int) column);
    }

    static long next(long position) {
      return position + 1;
    }

    static int line(long position) {
      return (int) (position >>> 32);
    }

    static int column(long position) {
      return (int) (position & COLUMN);
    }
  }
}
