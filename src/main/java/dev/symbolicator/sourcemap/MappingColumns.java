package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;

/** A table of mappings with a column of ints for each field. Its rows are encoded into blocks. */
final class MappingColumns {

  private final ColumnsBuilder rows;
  private final int[] order;

  private MappingColumns(ColumnsBuilder rows) {
    this.rows = rows;
    order = StableOrder.of(rows.lines, rows.columns);
  }

  int size() {
    return rows.lines.size();
  }

  int line(int row) {
    return rows.lines.get(order[row]);
  }

  int column(int row) {
    return rows.columns.get(order[row]);
  }

  /** Returns the source of a row, or -1 if the row is unmapped. */
  int source(int row) {
    return rows.sources.get(order[row]);
  }

  int originalLine(int row) {
    return rows.originalLines.get(order[row]);
  }

  int originalColumn(int row) {
    return rows.originalColumns.get(order[row]);
  }

  /** Returns the name of a row, or {@link Mapping#NO_NAME}. */
  int name(int row) {
    return rows.names.get(order[row]);
  }

  /** Collects mappings in the order of their map. */
  static final class ColumnsBuilder {

    private final Allowance allowance;
    private final Ints lines;
    private final Ints columns;
    private final Ints sources;
    private final Ints originalLines;
    private final Ints originalColumns;
    private final Ints names;

    ColumnsBuilder(Allowance allowance) {
      this.allowance = allowance;
      lines = new Ints(allowance);
      columns = new Ints(allowance);
      sources = new Ints(allowance);
      originalLines = new Ints(allowance);
      originalColumns = new Ints(allowance);
      names = new Ints(allowance);
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

    /** Adds the mappings that a cursor has left. */
    void addAll(MappingCursor cursor) {
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

    /** Returns the mappings by generated position. Mappings at one position keep their order. */
    MappingColumns sorted() {
      allowance.take(2L * Integer.BYTES * size());
      return new MappingColumns(this);
    }
  }
}
