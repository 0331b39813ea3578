package dev.symbolicator.symbols;

import dev.symbolicator.memory.Allowance;
import java.util.Arrays;

/** Collects functions in the order of their starts, and writes them. */
final class FunctionTableWriter {
  private final NamePool pool;
  private final Allowance allowance;
  private final IntRows lines;
  private final IntRows lineStarts;
  private final IntRows columns;
  private final IntRows sources;
  private final IntRows originalLines;
  private final IntRows originalColumns;
  private final IntRows v8Names;
  private final IntRows qualifiedNames;
  private final IntRows nameEnds;
  private final ByteSink names;

  /** By the index of a name in the pool where it is stored, plus one; 0 for those that are not. */
  private int[] stored = new int[64];

  FunctionTableWriter(NamePool pool, Allowance allowance) {
    this.pool = pool;
    this.allowance = allowance;
    lines = new IntRows(allowance);
    lineStarts = new IntRows(allowance);
    columns = new IntRows(allowance);
    sources = new IntRows(allowance);
    originalLines = new IntRows(allowance);
    originalColumns = new IntRows(allowance);
    v8Names = new IntRows(allowance);
    qualifiedNames = new IntRows(allowance);
    nameEnds = new IntRows(allowance);
    names = new ByteSink(allowance);
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
      int before = stored.length;
      int capacity = Math.max(name + 1, before + (before >> 1));
      allowance.take((long) Integer.BYTES * capacity);
      stored = Arrays.copyOf(stored, capacity);
      allowance.giveBack((long) Integer.BYTES * before);
    }
    if (stored[name] == 0) {
      stored[name] = append(name) + 1;
    }
    return stored[name] - 1;
  }

  private int append(int name) {
    names.bytes(pool.utf8(name));
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
