package dev.symbolicator.sourcemap.functions;

import dev.symbolicator.content.Allowance;
import dev.symbolicator.sourcemap.functions.NamedFunction.Extent;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The functions of one source. Its text is cut at borders: the positions from which another
 * function than before is the innermost one. A look-up is a binary search among them, however
 * deeply functions are nested.
 */
final class FunctionTable {

  /** What a table takes besides its rows. */
  private static final int OBJECTS_BYTES = 400;

  private final OriginalNames names;

  private final long[] borders;

  /** For each border the innermost function from there on, or {@link Builder#OUTSIDE}. */
  private final int[] owners;

  /** For each function its name: an index, or {@link OriginalNames#UNTOLD}. */
  private final int[] nameIndices;

  /** For each function where it starts and ends; empty where that is not known. */
  private final long[] starts;

  private final long[] ends;

  private FunctionTable(FunctionTable other, int[] nameIndices) {
    this.nameIndices = nameIndices;
    names = other.names;
    borders = other.borders;
    owners = other.owners;
    starts = other.starts;
    ends = other.ends;
  }

  private FunctionTable(Builder built) {
    built
        .budget
        .allowance()
        .take(
            OBJECTS_BYTES
                + (long) (Long.BYTES + Integer.BYTES) * built.borders.size()
                + (long) (2 * Long.BYTES + Integer.BYTES) * built.nameIndices.size());
    names = built.names;
    borders = built.borders.toArray();
    owners = built.owners.toIntArray();
    nameIndices = built.nameIndices.toIntArray();
    starts = built.starts.toArray();
    ends = built.ends.toArray();
  }

  /** How many functions it has. */
  int functions() {
    return nameIndices.length;
  }

  @Nullable OriginalName name(int function) {
    return names.get(nameIndices[function]);
  }

  /** Where a function starts; only where extents are known. */
  long start(int function) {
    return starts[function];
  }

  /** The same functions, of which some no longer tell their names. */
  FunctionTable withoutNames(BitSet functions) {
    int[] indices = nameIndices.clone();
    functions.stream().forEach(function -> indices[function] = OriginalNames.UNTOLD);
    return new FunctionTable(this, indices);
  }

  /** The innermost function around a position; null where there is none or its name is not told. */
  @Nullable NamedFunction at(int line, int column) {
    if (line < 0 || column < 0) {
      return null;
    }
    int found = Arrays.binarySearch(borders, Positions.of(line, column));
    int border = found >= 0 ? found : -found - 2;
    if (border < 0 || owners[border] == Builder.OUTSIDE) {
      return null;
    }
    int function = owners[border];
    OriginalName name = name(function);
    return name == null ? null : new NamedFunction(name.v8(), name.qualified(), extent(function));
  }

  private @Nullable Extent extent(int function) {
    if (starts.length == 0) {
      return null;
    }
    long start = starts[function];
    long end = ends[function];
    return new Extent(
        Positions.line(start), Positions.column(start), Positions.line(end), Positions.column(end));
  }

  /** Collects functions, and borders in the order of their positions. */
  static final class Builder {

    /** The owner of what lies outside of all functions. */
    static final int OUTSIDE = -1;

    private final OriginalNames names;
    private final RowBudget budget;
    private final Allowance building;
    private final LongColumn borders;
    private final LongColumn owners;
    private final LongColumn nameIndices;
    private final LongColumn starts;
    private final LongColumn ends;

    /**
     * Begins a table.
     *
     * @param names what the functions' name indices stand for
     * @param budget how many functions and borders may be added
     */
    Builder(OriginalNames names, RowBudget budget) {
      this.names = names;
      this.budget = budget;
      building = budget.allowance().part();
      borders = new LongColumn(building);
      owners = new LongColumn(building);
      nameIndices = new LongColumn(building);
      starts = new LongColumn(building);
      ends = new LongColumn(building);
    }

    /** Adds a function of unknown extent; its name must have been checked. */
    int function(long name) throws MalformedNamesException {
      budget.take();
      nameIndices.add(name);
      return nameIndices.size() - 1;
    }

    /** Adds a function; its end may be put right later. Either all have an extent or none. */
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

    /** Makes a function the innermost one from a position on, which is not before the last one. */
    void border(long position, int owner) throws MalformedNamesException {
      if (!borders.isEmpty() && borders.get(borders.size() - 1) == position) {
        owners.set(owners.size() - 1, owner);
      } else if (owners.lastOr(OUTSIDE) != owner) {
        budget.take();
        borders.add(position);
        owners.add(owner);
      }
    }

    /** Makes the table; nothing may be added behind it. */
    FunctionTable build() {
      try (building) {
        return new FunctionTable(this);
      }
    }
  }
}
