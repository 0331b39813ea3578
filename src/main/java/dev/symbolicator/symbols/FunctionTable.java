package dev.symbolicator.symbols;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.Ints;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.symbols.Block.BlockWriter;
import dev.symbolicator.symbols.Block.ByteSink;
import dev.symbolicator.symbols.Block.Entries;
import dev.symbolicator.symbols.Block.Section;
import dev.symbolicator.symbols.OriginalSources.OriginalFunctions;
import dev.symbolicator.symbols.Symbol.Origin;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The functions of a generated file by their starts, and the original of each, in place: 10 to 21
 * bytes a row.
 */
final class FunctionTable {
  /** Instead of a source: the map says nothing of the function as a whole. */
  static final int UNKNOWN = -1;

  /** Instead of a source: a function without an original in the map; its frame stays unchanged. */
  static final int GENERATED = -2;

  /** Instead of a source: an original is not certain to be missing, so the frame is not counted. */
  static final int UNCERTAIN = -3;

  /** Instead of a name: the name in the profile is kept. */
  static final int KEPT = -1;

  static final int SOURCE_BIAS = 3;
  static final int NAME_BIAS = 1;

  /** A debug name of 0 is the name in V8's style. */
  static final int DEBUG_NAME_BIAS = NAME_BIAS + 1;

  private static final Origin[] ORIGINS = Origin.values();

  private final Entries lines;
  private final Entries lineStarts;
  private final Entries columns;
  private final Entries sources;
  private final Entries originalLines;
  private final Entries originalColumns;
  private final Entries v8Names;
  private final Entries qualifiedNames;
  private final Entries witnesses;
  private final Entries origins;
  private final Entries debugNames;
  private final Entries idHighs;
  private final Entries idLows;
  private final Entries bodyHighs;
  private final Entries bodyLows;
  private final Entries roles;
  private final Entries generatedNames;
  private final Entries containing;
  private final Entries containedEnds;
  private final Entries containedHighs;
  private final Entries containedLows;
  private final Entries nameEnds;
  private final Entries names;

  FunctionTable(Block block) {
    lines = block.section(Section.FUNCTION_LINES);
    lineStarts = block.section(Section.FUNCTION_LINE_STARTS);
    columns = block.section(Section.FUNCTION_COLUMNS);
    sources = block.section(Section.FUNCTION_SOURCES);
    originalLines = block.section(Section.FUNCTION_ORIGINAL_LINES);
    originalColumns = block.section(Section.FUNCTION_ORIGINAL_COLUMNS);
    v8Names = block.section(Section.FUNCTION_V8_NAMES);
    qualifiedNames = block.section(Section.FUNCTION_QUALIFIED_NAMES);
    witnesses = block.section(Section.NAME_WITNESSES);
    origins = block.section(Section.FUNCTION_ORIGINS);
    debugNames = block.section(Section.FUNCTION_DEBUG_NAMES);
    idHighs = block.section(Section.FUNCTION_ID_HIGHS);
    idLows = block.section(Section.FUNCTION_ID_LOWS);
    bodyHighs = block.section(Section.FUNCTION_BODY_HIGHS);
    bodyLows = block.section(Section.FUNCTION_BODY_LOWS);
    roles = block.section(Section.FUNCTION_ROLES);
    generatedNames = block.section(Section.FUNCTION_GENERATED_NAMES);
    containing = block.section(Section.CONTAINING);
    containedEnds = block.section(Section.CONTAINED_ENDS);
    containedHighs = block.section(Section.CONTAINED_HIGHS);
    containedLows = block.section(Section.CONTAINED_LOWS);
    nameEnds = block.section(Section.NAME_ENDS);
    names = block.section(Section.NAMES);
  }

  int size() {
    return columns.count();
  }

  int find(int line, int column) {
    int at = lines.lowerBound(0, lines.count(), line);
    if (at == lines.count() || lines.get(at) != line) {
      return -1;
    }
    int end = lineStarts.get(at + 1);
    int row = columns.lowerBound(lineStarts.get(at), end, column);
    return row < end && columns.get(row) == column ? row : -1;
  }

  int lastUpTo(int line, int column) {
    int at = lines.lowerBound(0, lines.count(), line);
    if (at < lines.count() && lines.get(at) == line) {
      int behind = Math.max(column, column + 1);
      return columns.lowerBound(lineStarts.get(at), lineStarts.get(at + 1), behind) - 1;
    }
    return lineStarts.get(at) - 1;
  }

  int line(int row) {
    return lines.get(lineIndexOf(row));
  }

  int lineIndexOf(int row) {
    return lineStarts.lowerBound(0, lineStarts.count(), row + 1) - 1;
  }

  boolean isFirstOfLine(int lineIndex, int row) {
    return lineStarts.get(lineIndex) == row;
  }

  int lineAt(int lineIndex) {
    return lines.get(lineIndex);
  }

  int column(int row) {
    return columns.get(row);
  }

  int source(int row) {
    return sources.get(row) - SOURCE_BIAS;
  }

  int originalLine(int row) {
    return originalLines.get(row);
  }

  int originalColumn(int row) {
    return originalColumns.get(row);
  }

  int v8Name(int row) {
    return v8Names.get(row) - NAME_BIAS;
  }

  int qualifiedName(int row) {
    return qualifiedNames.get(row) - NAME_BIAS;
  }

  int debugName(int row) {
    int name = debugNames.count() == 0 ? 0 : debugNames.get(row);
    return name == 0 ? v8Name(row) : name - DEBUG_NAME_BIAS;
  }

  Origin origin(int row) {
    return origins.count() == 0 ? Origin.WRITTEN : ORIGINS[origins.get(row)];
  }

  /** Returns the id of a function's original; 0 if it has none. */
  long id(int row) {
    return number(idHighs, idLows, row);
  }

  /** Returns the hash of the body of a function's original; 0 if it has none. */
  long bodyHash(int row) {
    return number(bodyHighs, bodyLows, row);
  }

  private static long number(Entries highs, Entries lows, int row) {
    return highs.count() == 0
        ? 0
        : ((long) highs.get(row) << Integer.SIZE) | Integer.toUnsignedLong(lows.get(row));
  }

  /** Returns the name that is the role of a function's original; {@link #KEPT} without one. */
  int role(int row) {
    return roles.count() == 0 ? KEPT : roles.get(row) - NAME_BIAS;
  }

  /** Returns the name that V8 gives to a function of the script; {@link #KEPT} if unknown. */
  int generatedName(int row) {
    return generatedNames.count() == 0 ? KEPT : generatedNames.get(row) - NAME_BIAS;
  }

  /** Returns the ids of the originals that were inlined into a function, outermost first. */
  long[] contained(int row) {
    int at = containing.lowerBound(0, containing.count(), row);
    if (at == containing.count() || containing.get(at) != row) {
      return new long[0];
    }
    int from = at == 0 ? 0 : containedEnds.get(at - 1);
    int to = containedEnds.get(at);
    Objects.checkFromToIndex(from, to, containedHighs.count());
    long[] ids = new long[to - from];
    Arrays.setAll(ids, i -> number(containedHighs, containedLows, from + i));
    return ids;
  }

  int witness(int row) {
    return witnesses.count() == 0 ? NameWitness.NONE : witnesses.get(row);
  }

  String name(int index) {
    return names.text(nameEnds, index);
  }

  static final class FunctionTableWriter {
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
    private final Ints origins;
    private final Ints debugNames;
    private final Ints idHighs;
    private final Ints idLows;
    private final Ints bodyHighs;
    private final Ints bodyLows;
    private final Ints roles;
    private final Ints generatedNames;
    private final Ints containing;
    private final Ints containedEnds;
    private final Ints containedHighs;
    private final Ints containedLows;
    private final Ints nameEnds;
    private final ByteSink names;
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
      origins = new Ints(allowance);
      debugNames = new Ints(allowance);
      idHighs = new Ints(allowance);
      idLows = new Ints(allowance);
      bodyHighs = new Ints(allowance);
      bodyLows = new Ints(allowance);
      roles = new Ints(allowance);
      generatedNames = new Ints(allowance);
      containing = new Ints(allowance);
      containedEnds = new Ints(allowance);
      containedHighs = new Ints(allowance);
      containedLows = new Ints(allowance);
      nameEnds = new Ints(allowance);
      names = new ByteSink(allowance);
      stored = new Ints(allowance);
    }

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

    void add(long start, int source, long original, int v8Name, int debugName, int qualifiedName) {
      add(start, source, original, v8Name, qualifiedName);
      if (debugName != v8Name) {
        setLast(debugNames, store(debugName) + FunctionTable.DEBUG_NAME_BIAS);
      }
    }

    void add(long start, int source, OriginalFunctions functions, int row) {
      add(
          start,
          source,
          functions.rows.start(row),
          functions.v8Name(row),
          functions.debugName(row),
          functions.qualifiedName(row));
      setIdentity(functions, row);
    }

    /** Notes which original the function is that was added last. */
    void setIdentity(OriginalFunctions functions, int row) {
      setLast(idHighs, (int) (functions.id(row) >>> Integer.SIZE));
      setLast(idLows, (int) functions.id(row));
      setLast(bodyHighs, (int) (functions.bodyHash(row) >>> Integer.SIZE));
      setLast(bodyLows, (int) functions.bodyHash(row));
      setLast(roles, store(functions.role(row)) + FunctionTable.NAME_BIAS);
    }

    /** Returns which of a map's sources have functions, or may have a top level. */
    BitSet usedSources(SourceMap map) {
      int count = map.sourceCount();
      BitSet used = new BitSet();
      used.set(0, count == 1 ? 1 : 0);
      int line = 0;
      for (int row = 0; row < sources.size(); row++) {
        int source = sources.get(row) - FunctionTable.SOURCE_BIAS;
        if (source >= 0 && source < count) {
          used.set(source);
        } else if (source == FunctionTable.UNKNOWN) {
          while (line + 1 < lineStarts.size() && lineStarts.get(line + 1) <= row) {
            line++;
          }
          Mapping mapping = map.find(lines.get(line), columns.get(row));
          if (mapping != null) {
            used.set(mapping.source());
          }
        }
      }
      return used;
    }

    /** Notes the name that V8 gives to the function that was added last; null if unknown. */
    void setGeneratedName(@Nullable String name) {
      witnesses.single(name == null ? NameWitness.NONE : NameWitness.of(name));
      if (name != null) {
        setLast(generatedNames, store(pool.add(name)) + FunctionTable.NAME_BIAS);
      }
    }

    /** Notes an original that was inlined into the function that was added last. */
    void addContained(long id) {
      int row = columns.size() - 1;
      containedHighs.add((int) (id >>> Integer.SIZE));
      containedLows.add((int) id);
      if (containing.size() == 0 || containing.last() != row) {
        containing.add(row);
        containedEnds.add(0);
      }
      containedEnds.set(containedEnds.size() - 1, containedHighs.size());
    }

    /** Notes that the function that was added last was not written as such. */
    @SuppressWarnings("EnumOrdinal") // The table's version is raised with the order.
    void setOrigin(Origin origin) {
      setLast(origins, origin.ordinal());
    }

    private void setLast(Ints column, int value) {
      if (value != 0) {
        fill(column, columns.size() - 1);
        column.add(value);
      }
    }

    private static void fill(Ints column, int size) {
      while (column.size() < size) {
        column.add(0);
      }
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

    /** Returns a column with an entry for each function, or without any. */
    private Ints whole(Ints column) {
      if (column.size() > 0) {
        fill(column, columns.size());
      }
      return column;
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
      block.numbers(Section.FUNCTION_ORIGINS, whole(origins));
      block.numbers(Section.FUNCTION_DEBUG_NAMES, whole(debugNames));
      block.numbers(Section.FUNCTION_ID_HIGHS, whole(idHighs));
      block.numbers(Section.FUNCTION_ID_LOWS, whole(idLows));
      block.numbers(Section.FUNCTION_BODY_HIGHS, whole(bodyHighs));
      block.numbers(Section.FUNCTION_BODY_LOWS, whole(bodyLows));
      block.numbers(Section.FUNCTION_ROLES, whole(roles));
      block.numbers(Section.FUNCTION_GENERATED_NAMES, whole(generatedNames));
      block.numbers(Section.CONTAINING, containing);
      block.numbers(Section.CONTAINED_ENDS, containedEnds);
      block.numbers(Section.CONTAINED_HIGHS, containedHighs);
      block.numbers(Section.CONTAINED_LOWS, containedLows);
      block.numbers(Section.NAME_ENDS, nameEnds);
      block.bytes(Section.NAMES, names);
    }
  }
}
