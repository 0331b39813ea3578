package dev.symbolicator.sourcemap;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.memory.StableOrder;
import dev.symbolicator.sourcemap.MappingBlocks.MappingBlocksBuilder;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.sourcemap.SourceTexts.SectionPlace;
import java.util.Arrays;

/** A table of mappings with a column of ints for each field. Its rows are encoded into blocks. */
final class MappingColumns {

  private final ColumnsBuilder rows;
  private final int[] order;

  private MappingColumns(ColumnsBuilder rows) {
    this.rows = rows;
    order =
        StableOrder.by(
            row -> MappingBlocks.position(rows.lines.get(row), rows.columns.get(row)),
            rows.size(),
            rows.allowance);
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

  int source(int row) {
    return rows.sources.get(order[row]);
  }

  int originalLine(int row) {
    return rows.originalLines.get(order[row]);
  }

  int originalColumn(int row) {
    return rows.originalColumns.get(order[row]);
  }

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
      return new MappingColumns(this);
    }
  }

  /**
   * Encodes mappings whose own text {@link MappingsScan} refused as a text that it takes, so that
   * all are stored and searched in one form.
   */
  static final class RowsEncoder {

    /** A gap of more lines than this begins a new run, instead of a row of semicolons. */
    private static final int MAX_EMPTY_LINES = 32;

    /** Ends a run: the quote that {@link MappingsScan} needs, and no number directly after it. */
    private static final byte[] END = {'"', ','};

    private static final int LONGEST_SEGMENT =
        MAX_EMPTY_LINES + 5 * Vlq.MAX_LENGTH + 1 + END.length;

    private static final int FIRST_CAPACITY = 256;

    private final MappingColumns rows;
    private final Allowance allowance;
    private byte[] text;
    private int length;

    private int line;
    private int column;
    private int source;
    private int originalLine;
    private int originalColumn;
    private int name;

    RowsEncoder(MappingColumns rows, Allowance allowance) {
      this.allowance = allowance;
      this.rows = rows;
      text = allowance.bytes(FIRST_CAPACITY);
    }

    void addTo(MappingBlocksBuilder blocks) {
      Ints runLines = new Ints(allowance);
      Ints runEnds = new Ints(allowance);
      for (int row = 0; row < rows.size(); ) {
        runLines.add(rows.line(row));
        row = run(row);
        runEnds.add(length);
        System.arraycopy(END, 0, text, length, END.length);
        length += END.length;
      }
      int start = 0;
      for (int run = 0; run < runLines.size(); run++) {
        SectionPlace place =
            new SectionPlace(runLines.get(run), 0, 0, Integer.MAX_VALUE, 0, Integer.MAX_VALUE);
        int end = runEnds.get(run);
        if (!new MappingsScan(text, start, end, place).addTo(blocks)) {
          throw new IllegalStateException("Encoded mappings cannot be read back");
        }
        start = end + END.length;
      }
    }

    private int run(int first) {
      line = rows.line(first);
      column = 0;
      source = 0;
      originalLine = 0;
      originalColumn = 0;
      name = 0;
      int row = first;
      while (row < rows.size() && rows.line(row) - line <= MAX_EMPTY_LINES) {
        ensureRoom();
        if (rows.line(row) > line) {
          newLines(rows.line(row));
        } else if (row > first) {
          text[length++] = ',';
        }
        segment(row);
        row++;
      }
      ensureRoom();
      return row;
    }

    private void ensureRoom() {
      if (text.length - length < LONGEST_SEGMENT) {
        text = allowance.resize(text, text.length + (text.length >> 1));
      }
    }

    private void newLines(int newLine) {
      Arrays.fill(text, length, length + newLine - line, (byte) ';');
      length += newLine - line;
      line = newLine;
      column = 0;
    }

    private void segment(int row) {
      number(rows.column(row) - column);
      column = rows.column(row);
      if (rows.source(row) < 0) {
        return;
      }
      number(rows.source(row) - source);
      source = rows.source(row);
      number(rows.originalLine(row) - originalLine);
      originalLine = rows.originalLine(row);
      number(rows.originalColumn(row) - originalColumn);
      originalColumn = rows.originalColumn(row);
      if (rows.name(row) != Mapping.NO_NAME) {
        number(rows.name(row) - name);
        name = rows.name(row);
      }
    }

    private void number(int value) {
      length = Vlq.write(value, text, length);
    }
  }
}
