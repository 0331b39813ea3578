package dev.symbolicator.symbols;

import dev.symbolicator.javascript.FunctionKind;
import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;

/** Writes the extents of a script's functions as {@link ExtentTable} reads them. */
final class ExtentTableWriter {
  private final Ints starts;
  private final Ints around;
  private final ByteSink bytes;

  private ExtentTableWriter(Allowance allowance) {
    starts = new Ints(allowance);
    around = new Ints(allowance);
    bytes = new ByteSink(allowance);
  }

  /**
   * Writes the extents of all rows of an outline, or none if their nesting is not known.
   *
   * @param allowance charged for the result
   * @param compiling charged while the extents are written
   */
  static void write(Outline outline, BlockWriter block, Allowance allowance, Allowance compiling) {
    ExtentTableWriter writer = new ExtentTableWriter(allowance);
    if (outline.doubts() == 0) {
      writer.addAll(outline, compiling);
    }
    writer.write(block);
  }

  /** Writes no extents. */
  static void writeNone(BlockWriter block, Allowance allowance) {
    new ExtentTableWriter(allowance).write(block);
  }

  private void write(BlockWriter block) {
    block.numbers(Section.EXTENT_STARTS, starts);
    block.numbers(Section.EXTENTS_AROUND, around);
    block.bytes(Section.EXTENTS, bytes);
  }

  private void addAll(Outline outline, Allowance compiling) {
    int[] open = compiling.ints(outline.size());
    int depth = 0;
    for (int row = 0; row < outline.size(); row++) {
      int start = outline.start(row);
      while (depth > 0 && end(outline, open[depth - 1]) <= start) {
        depth--;
      }
      if (row % ExtentTable.CHUNK == 0) {
        starts.add(bytes.size());
        around.add((depth == 0 ? -1 : open[depth - 1]) + ExtentTable.AROUND_BIAS);
      }
      add(outline, row);
      open[depth++] = row;
    }
  }

  /**
   * Returns where a row's extent ends. A class contains only its word {@code class}, where V8
   * reports calls of an implicit constructor.
   */
  private static int end(Outline outline, int row) {
    return outline.kind(row) == FunctionKind.CLASS ? outline.start(row) + 1 : outline.rowEnd(row);
  }

  private void add(Outline outline, int row) {
    int start = outline.start(row);
    int end = end(outline, row);
    boolean isFields =
        switch (outline.kind(row)) {
          case INSTANCE_FIELDS, STATIC_FIELDS -> true;
          default -> false;
        };
    int from = isFields ? outline.rowBody(row) : start;
    if (from < start || end <= from) {
      bytes.unsigned(0);
      bytes.unsigned(0);
      return;
    }
    if (from > start) {
      bytes.unsigned(0);
      difference(outline.lines(), start, from);
    }
    difference(outline.lines(), start, end);
  }

  private void difference(Lines lines, int start, int to) {
    int line = lines.lineAt(start);
    int toLine = lines.lineAt(to);
    if (line == toLine) {
      bytes.unsigned((long) (to - start) << 1);
    } else {
      bytes.unsigned(((long) (toLine - line) << 1) | 1);
      bytes.unsigned(lines.columnAt(to, toLine));
    }
  }
}
