package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.MappingCursor;

/** Mappings in the order of their generated positions, one column of ints per field. */
final class MappingTable {

  private final int[] generatedLines;
  private final int[] generatedColumns;
  private final int[] sources;
  private final int[] originalLines;
  private final int[] originalColumns;
  private final int[] names;

  /** Takes the columns as they are: all of one length, sorted, -1 for what is absent. */
  MappingTable(
      int[] generatedLines,
      int[] generatedColumns,
      int[] sources,
      int[] originalLines,
      int[] originalColumns,
      int[] names) {
    this.generatedLines = generatedLines;
    this.generatedColumns = generatedColumns;
    this.sources = sources;
    this.originalLines = originalLines;
    this.originalColumns = originalColumns;
    this.names = names;
  }

  /** A generated position as one number; positions compare as these do. */
  static long position(int line, int column) {
    return ((long) line << Integer.SIZE) | (column & 0xFFFF_FFFFL);
  }

  int size() {
    return generatedLines.length;
  }

  /** The generated position of a row. */
  long positionAt(int row) {
    return position(generatedLines[row], generatedColumns[row]);
  }

  /** The first row at or after a position; the size where there is none. */
  int lowerBound(int line, int column) {
    int low = 0;
    int high = size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      int compared = Integer.compare(generatedLines[middle], line);
      if (compared < 0 || (compared == 0 && generatedColumns[middle] < column)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The last row at or before a position, -1 where there is none. */
  int floor(int line, int column) {
    if (column == Integer.MAX_VALUE) {
      return line == Integer.MAX_VALUE ? size() - 1 : lowerBound(line + 1, Integer.MIN_VALUE) - 1;
    }
    return lowerBound(line, column + 1) - 1;
  }

  /** A cursor over the rows from the first, included, to the second, excluded. */
  MappingCursor cursor(int from, int to) {
    return new RowCursor(from, to);
  }

  long retainedBytes() {
    return 6L * Integer.BYTES * size();
  }

  private final class RowCursor implements MappingCursor {

    private final int end;
    private int row;

    RowCursor(int from, int end) {
      row = from - 1;
      this.end = end;
    }

    @Override
    public boolean next() {
      if (row + 1 >= end) {
        return false;
      }
      row++;
      return true;
    }

    @Override
    public int generatedLine() {
      return generatedLines[row];
    }

    @Override
    public int generatedColumn() {
      return generatedColumns[row];
    }

    @Override
    public boolean isMapped() {
      return sources[row] >= 0;
    }

    @Override
    public int source() {
      return sources[row];
    }

    @Override
    public int originalLine() {
      return originalLines[row];
    }

    @Override
    public int originalColumn() {
      return originalColumns[row];
    }

    @Override
    public int name() {
      return names[row];
    }
  }
}
