package dev.symbolicator.symbols;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The functions of a generated file by where they start, and the original of each. Nothing but
 * numbers and one run of bytes, so that it can be written out and searched in place: 24 bytes a
 * function, 8 a line that functions start in, and the names.
 */
final class FunctionTable {
  /** In the place of a source: the map says nothing of the function as a whole. */
  static final int UNKNOWN = -1;

  /** In the place of a source: code of several sources, so the frame is to stay as it is. */
  static final int MERGED = -2;

  /** In the place of a name: what the profile says is kept. */
  static final int KEPT = -1;

  /** Numbers of a row, in this order: its column in the generated file comes first. */
  private static final int WIDTH = 6;

  private static final int COLUMN = 0;
  private static final int SOURCE = 1;
  private static final int ORIGINAL_LINE = 2;
  private static final int ORIGINAL_COLUMN = 3;
  private static final int V8_NAME = 4;
  private static final int QUALIFIED_NAME = 5;

  /** Lines in which functions start, and the first row of each; one more row than lines. */
  private final int[] lines;

  private final int[] firstRows;
  private final int[] rows;
  private final int[] nameEnds;
  private final byte[] names;

  FunctionTable(int[] lines, int[] firstRows, int[] rows, int[] nameEnds, byte[] names) {
    this.lines = lines;
    this.firstRows = firstRows;
    this.rows = rows;
    this.nameEnds = nameEnds;
    this.names = names;
  }

  /** The first row of a function that starts at a position; -1 where none does. */
  int find(int line, int column) {
    int at = Arrays.binarySearch(lines, line);
    if (at < 0) {
      return -1;
    }
    int low = firstRows[at];
    int end = firstRows[at + 1];
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rows[middle * WIDTH + COLUMN] < column) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < end && rows[low * WIDTH + COLUMN] == column ? low : -1;
  }

  int source(int row) {
    return rows[row * WIDTH + SOURCE];
  }

  int originalLine(int row) {
    return rows[row * WIDTH + ORIGINAL_LINE];
  }

  int originalColumn(int row) {
    return rows[row * WIDTH + ORIGINAL_COLUMN];
  }

  @Nullable String v8Name(int row) {
    return name(rows[row * WIDTH + V8_NAME]);
  }

  @Nullable String qualifiedName(int row) {
    return name(rows[row * WIDTH + QUALIFIED_NAME]);
  }

  private @Nullable String name(int index) {
    if (index == KEPT) {
      return null;
    }
    int start = index == 0 ? 0 : nameEnds[index - 1];
    return new String(names, start, nameEnds[index] - start, StandardCharsets.UTF_8);
  }

  long retainedBytes() {
    return names.length
        + (long) Integer.BYTES * (lines.length + firstRows.length + rows.length + nameEnds.length);
  }

  /** Collects functions in the order of their starts. */
  static final class Builder {
    private final NamePool pool;
    private final IntRows lines = new IntRows();
    private final IntRows firstRows = new IntRows();
    private final IntRows rows = new IntRows();
    private final IntRows nameEnds = new IntRows();
    private final java.util.Map<Integer, Integer> kept = new java.util.HashMap<>();
    private final java.io.ByteArrayOutputStream names = new java.io.ByteArrayOutputStream();
    private int size;

    Builder(NamePool pool) {
      this.pool = pool;
    }

    /** Adds a function; names are those of the pool. */
    void add(long start, int source, long original, int v8Name, int qualifiedName) {
      int line = Positions.line(start);
      if (lines.size() == 0 || lines.last() != line) {
        lines.add(line);
        firstRows.add(size);
      }
      rows.add(Positions.column(start));
      rows.add(source);
      rows.add(Positions.line(original));
      rows.add(Positions.column(original));
      rows.add(keep(v8Name));
      rows.add(keep(qualifiedName));
      size++;
    }

    private int keep(int name) {
      return name == NamePool.NONE ? KEPT : kept.computeIfAbsent(name, this::append);
    }

    private int append(int name) {
      names.writeBytes(pool.get(name).getBytes(StandardCharsets.UTF_8));
      nameEnds.add(names.size());
      return nameEnds.size() - 1;
    }

    FunctionTable build() {
      firstRows.add(size);
      return new FunctionTable(
          lines.toArray(),
          firstRows.toArray(),
          rows.toArray(),
          nameEnds.toArray(),
          names.toByteArray());
    }
  }
}
