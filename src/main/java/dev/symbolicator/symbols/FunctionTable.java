package dev.symbolicator.symbols;

import dev.symbolicator.symbols.Block.Entries;

/**
 * The functions of a generated file by where they start, and the original of each, read in place. A
 * row takes 9 to 20 bytes, by how large the numbers of the script are, and names are stored once.
 */
final class FunctionTable {
  /** In the place of a source: the map says nothing of the function as a whole. */
  static final int UNKNOWN = -1;

  /** In the place of a source: code of several sources or of none, so the frame stays as it is. */
  static final int MERGED = -2;

  /** In the place of a name: what the profile says is kept. */
  static final int KEPT = -1;

  /** What is added to a source, so that no entry is negative. */
  static final int SOURCE_BIAS = 2;

  /** What is added to a name, so that no entry is negative. */
  static final int NAME_BIAS = 1;

  private final Entries lines;
  private final Entries lineStarts;
  private final Entries columns;
  private final Entries sources;
  private final Entries originalLines;
  private final Entries originalColumns;
  private final Entries v8Names;
  private final Entries qualifiedNames;
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
    nameEnds = block.section(Section.NAME_ENDS);
    names = block.section(Section.NAMES);
  }

  /** How many functions there are. */
  int size() {
    return columns.count();
  }

  /** The first row of a function that starts at a position; -1 where none does. */
  int find(int line, int column) {
    int at = lines.lowerBound(0, lines.count(), line);
    if (at == lines.count() || lines.get(at) != line) {
      return -1;
    }
    int end = lineStarts.get(at + 1);
    int row = columns.lowerBound(lineStarts.get(at), end, column);
    return row < end && columns.get(row) == column ? row : -1;
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

  /** The index of a function's name in V8's style; {@link #KEPT} for none. */
  int v8Name(int row) {
    return v8Names.get(row) - NAME_BIAS;
  }

  /** The index of a function's qualified name; {@link #KEPT} for none. */
  int qualifiedName(int row) {
    return qualifiedNames.get(row) - NAME_BIAS;
  }

  String name(int index) {
    return names.text(nameEnds, index);
  }
}
