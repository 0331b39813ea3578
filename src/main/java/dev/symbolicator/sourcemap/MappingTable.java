package dev.symbolicator.sourcemap;

import dev.symbolicator.content.Allowance;

/** Mappings in columns of ints, one for each field: only on their way into blocks. */
final class MappingTable {

  private final int[] lines;
  private final int[] columns;
  private final int[] sources;
  private final int[] originalLines;
  private final int[] originalColumns;
  private final int[] names;
  private final int[] order;

  private MappingTable(Builder rows) {
    lines = rows.lines.toArray();
    columns = rows.columns.toArray();
    sources = rows.sources.toArray();
    originalLines = rows.originalLines.toArray();
    originalColumns = rows.originalColumns.toArray();
    names = rows.names.toArray();
    order = StableOrder.of(lines, columns);
  }

  int size() {
    return lines.length;
  }

  int line(int row) {
    return lines[order[row]];
  }

  int column(int row) {
    return columns[order[row]];
  }

  /** The source of a row, -1 where it is unmapped. */
  int source(int row) {
    return sources[order[row]];
  }

  int originalLine(int row) {
    return originalLines[order[row]];
  }

  int originalColumn(int row) {
    return originalColumns[order[row]];
  }

  /** The name of a row, or {@link Mapping#NO_NAME}. */
  int name(int row) {
    return names[order[row]];
  }

  /** Collects mappings in the order of the map. */
  static final class Builder {

    private final Allowance allowance;
    private final IntList lines;
    private final IntList columns;
    private final IntList sources;
    private final IntList originalLines;
    private final IntList originalColumns;
    private final IntList names;

    Builder(Allowance allowance) {
      this.allowance = allowance;
      lines = new IntList(allowance);
      columns = new IntList(allowance);
      sources = new IntList(allowance);
      originalLines = new IntList(allowance);
      originalColumns = new IntList(allowance);
      names = new IntList(allowance);
    }

    void addUnmapped(int line, int column) {
      add(line, column, -1, -1, -1, Mapping.NO_NAME);
    }

    void add(int line, int column, int source, int originalLine, int originalColumn, int name) {
      lines.add(line);
      columns.add(column);
      sources.add(source);
      originalLines.add(originalLine);
      originalColumns.add(originalColumn);
      names.add(name);
    }

    /** Adds all that a cursor has to give. */
    void add(MappingCursor cursor) {
      while (cursor.next()) {
        add(
            cursor.generatedLine(),
            cursor.generatedColumn(),
            cursor.source(),
            cursor.originalLine(),
            cursor.originalColumn(),
            cursor.name());
      }
    }

    int size() {
      return lines.size();
    }

    /** The mappings by generated position, those at one position as they were. */
    MappingTable sorted() {
      allowance.take(2L * Integer.BYTES * size());
      return new MappingTable(this);
    }
  }
}
