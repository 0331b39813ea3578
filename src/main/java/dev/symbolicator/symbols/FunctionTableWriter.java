package dev.symbolicator.symbols;

import java.util.Arrays;

/** Collects functions in the order of their starts, and writes them. */
final class FunctionTableWriter {
  private final NamePool pool;
  private final IntRows lines = new IntRows();
  private final IntRows lineStarts = new IntRows();
  private final IntRows columns = new IntRows();
  private final IntRows sources = new IntRows();
  private final IntRows originalLines = new IntRows();
  private final IntRows originalColumns = new IntRows();
  private final IntRows v8Names = new IntRows();
  private final IntRows qualifiedNames = new IntRows();
  private final IntRows nameEnds = new IntRows();
  private final ByteSink names = new ByteSink();

  /** By the index of a name in the pool where it is stored, plus one; 0 for those that are not. */
  private int[] stored = new int[64];

  FunctionTableWriter(NamePool pool) {
    this.pool = pool;
  }

  /** Adds a function; names are those of the pool. */
  void add(long start, int source, long original, int v8Name, int qualifiedName) {
    int line = Positions.line(start);
    if (lines.size() == 0 || lines.last() != line) {
      lines.add(line);
      lineStarts.add(columns.size());
    }
    columns.add(Positions.column(start));
    sources.add(source + FunctionTable.SOURCE_BIAS);
    originalLines.add(Positions.line(original));
    originalColumns.add(Positions.column(original));
    v8Names.add(store(v8Name) + FunctionTable.NAME_BIAS);
    qualifiedNames.add(store(qualifiedName) + FunctionTable.NAME_BIAS);
  }

  private int store(int name) {
    if (name == NamePool.NONE) {
      return FunctionTable.KEPT;
    }
    if (name >= stored.length) {
      stored = Arrays.copyOf(stored, Math.max(name + 1, 2 * stored.length));
    }
    if (stored[name] == 0) {
      stored[name] = append(name) + 1;
    }
    return stored[name] - 1;
  }

  private int append(int name) {
    names.text(pool.get(name));
    nameEnds.add(names.size());
    return nameEnds.size() - 1;
  }

  void write(BlockWriter block) {
    lineStarts.add(columns.size());
    block.numbers(Section.FUNCTION_LINES, lines);
    block.numbers(Section.FUNCTION_LINE_STARTS, lineStarts);
    block.numbers(Section.FUNCTION_COLUMNS, columns);
    block.numbers(Section.FUNCTION_SOURCES, sources);
    block.numbers(Section.FUNCTION_ORIGINAL_LINES, originalLines);
    block.numbers(Section.FUNCTION_ORIGINAL_COLUMNS, originalColumns);
    block.numbers(Section.FUNCTION_V8_NAMES, v8Names);
    block.numbers(Section.FUNCTION_QUALIFIED_NAMES, qualifiedNames);
    block.numbers(Section.NAME_ENDS, nameEnds);
    block.bytes(Section.NAMES, names);
  }
}
