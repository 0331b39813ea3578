package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.FunctionKind;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.symbols.Block.BlockWriter;
import dev.symbolicator.symbols.Block.ByteSink;
import dev.symbolicator.symbols.Block.Entries;
import dev.symbolicator.symbols.Block.NumberWalk;
import dev.symbolicator.symbols.Block.Section;
import java.util.Objects;

/**
 * Finds, in place, the innermost function around a position of a generated file.
 *
 * <p>An extent is the difference from a function's start to its end: the columns, doubled; or the
 * lines, doubled, plus one, then the column in the last line. A 0 before it marks fields, which
 * contain their initialiser only (then follow the differences to the initialiser and to the end),
 * or, with another 0, a row that contains nothing.
 *
 * <p>Each chunk of {@value #CHUNK} functions has the innermost function around its first one, so a
 * search reads the chunk of the last function before the position, and then only chunks of
 * functions around that. An extent takes 2 bytes in most scripts.
 */
final class ExtentTable {
  static final int CHUNK = 32;

  /** So that no entry is negative. */
  static final int AROUND_BIAS = 1;

  private static final int NONE = -1;

  private final FunctionTable functions;
  private final Entries starts;
  private final Entries around;
  private final Entries extents;

  ExtentTable(Block block, FunctionTable functions) {
    this.functions = functions;
    starts = block.section(Section.EXTENT_STARTS);
    around = block.section(Section.EXTENTS_AROUND);
    extents = block.section(Section.EXTENTS);
  }

  /** Returns the innermost function around a 0-based position; -1 if there is or is known none. */
  int around(int line, int column) {
    long position = Positions.of(line, column);
    int last = around.count() == 0 ? NONE : functions.lastUpTo(line, column);
    while (last >= 0) {
      int chunk = last / CHUNK;
      int found = new ExtentWalk(chunk).find(position, last);
      if (found >= 0) {
        return found;
      }
      last = Objects.checkIndex(around.get(chunk), chunk * CHUNK + AROUND_BIAS) - AROUND_BIAS;
    }
    return NONE;
  }

  private final class ExtentWalk extends NumberWalk {
    private int row;
    private long start;

    ExtentWalk(int chunk) {
      super(extents, starts.get(chunk));
      row = chunk * CHUNK;
    }

    /** Returns the last function around a position, up to a row; -1 if there is none. */
    int find(long position, int last) {
      int found = NONE;
      int lineIndex = functions.lineIndexOf(row);
      for (; row <= last; row++) {
        lineIndex += functions.isFirstOfLine(lineIndex + 1, row) ? 1 : 0;
        start = Positions.of(functions.lineAt(lineIndex), functions.column(row));
        long from = start;
        long end = difference();
        if (end == start) {
          from = difference();
          end = from == start ? start : difference();
        }
        found = from <= position && position < end ? row : found;
      }
      return found;
    }

    private long difference() {
      long number = unsigned();
      int step = (int) (number >>> 1);
      int line = Positions.line(start);
      return (number & 1) == 0
          ? Positions.of(line, Positions.column(start) + step)
          : Positions.of(line + step, (int) unsigned());
    }
  }

  static final class ExtentTableWriter {
    private final Ints starts;
    private final Ints around;
    private final ByteSink bytes;

    private ExtentTableWriter(Allowance allowance) {
      starts = new Ints(allowance);
      around = new Ints(allowance);
      bytes = new ByteSink(allowance);
    }

    /** Writes the extents of all rows of an outline, or none if their nesting is not known. */
    static void write(
        Outline outline, BlockWriter block, Allowance allowance, Allowance compiling) {
      ExtentTableWriter writer = new ExtentTableWriter(allowance);
      if (outline.doubts() == 0) {
        writer.addAll(outline, compiling);
      }
      writer.write(block);
    }

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

    /** A class contains only its word {@code class}, where V8 reports its implicit constructor. */
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
}
