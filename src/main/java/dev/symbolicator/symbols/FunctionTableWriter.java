package dev.symbolicator.symbols;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;

/** Collects functions in the order of their starts, and writes a {@link FunctionTable}. */
final class FunctionTableWriter {
  private final NamePool pool;
  private final Ints lines;
  private final Ints lineStarts;
  private final Ints columns;
  private final Ints sources;
  private final Ints originalLines;
  private final Ints originalColumns;
  private final Ints v8Names;
  private final Ints qualifiedNames;
  private final ByteSink witnesses;
  private final Ints nameEnds;
  private final ByteSink names;

  /** The index of each of the pool's names in the table, plus one; 0 if the name is not stored. */
  private final Ints stored;

  FunctionTableWriter(NamePool pool, Allowance allowance) {
    this.pool = pool;
    lines = new Ints(allowance);
    lineStarts = new Ints(allowance);
    columns = new Ints(allowance);
    sources = new Ints(allowance);
    originalLines = new Ints(allowance);
    originalColumns = new Ints(allowance);
    v8Names = new Ints(allowance);
    qualifiedNames = new Ints(allowance);
    witnesses = new ByteSink(allowance);
    nameEnds = new Ints(allowance);
    names = new ByteSink(allowance);
    stored = new Ints(allowance);
  }

  /** Adds a function; names are indices in the pool. */
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

  /** Adds a generated function with its original, a row of a source's functions. */
  void add(long start, int source, OriginalFunctions functions, int row) {
    add(
        start,
        source,
        functions.rows().start(row),
        functions.v8Name(row),
        functions.qualifiedName(row));
  }

  /** Adds the name that V8 gives to the generated function that was added last. */
  void addWitness(int witness) {
    witnesses.single(witness);
  }

  private int store(int name) {
    if (name == NamePool.NONE) {
      return FunctionTable.KEPT;
    }
    while (stored.size() <= name) {
      stored.add(0);
    }
    if (stored.get(name) == 0) {
      stored.set(name, append(name) + 1);
    }
    return stored.get(name) - 1;
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
    block.bytes(Section.NAME_WITNESSES, witnesses);
    block.numbers(Section.NAME_ENDS, nameEnds);
    block.bytes(Section.NAMES, names);
  }
}
