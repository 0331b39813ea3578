package dev.symbolicator.symbols;

import dev.symbolicator.symbols.Block.Entries;

/**
 * Finds the functions of a generated file by their starts, and the original of each, in place. A
 * row takes 10 to 21 bytes, depending on how large the script's numbers are. Each name is stored
 * once.
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

  /** The number added to each source, so that no entry is negative. */
  static final int SOURCE_BIAS = 3;

  /** The number added to each name, so that no entry is negative. */
  static final int NAME_BIAS = 1;

  private final Entries lines;
  private final Entries lineStarts;
  private final Entries columns;
  private final Entries sources;
  private final Entries originalLines;
  private final Entries originalColumns;
  private final Entries v8Names;
  private final Entries qualifiedNames;
  private final Entries witnesses;
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
    nameEnds = block.section(Section.NAME_ENDS);
    names = block.section(Section.NAMES);
  }

  /** Returns the number of functions. */
  int size() {
    return columns.count();
  }

  /** Returns the first function that starts at a 0-based position; -1 if there is none. */
  int find(int line, int column) {
    int at = lines.lowerBound(0, lines.count(), line);
    if (at == lines.count() || lines.get(at) != line) {
      return -1;
    }
    int end = lineStarts.get(at + 1);
    int row = columns.lowerBound(lineStarts.get(at), end, column);
    return row < end && columns.get(row) == column ? row : -1;
  }

  /** Returns the last function that starts at or before a 0-based position; -1 if there is none. */
  int lastUpTo(int line, int column) {
    int at = lines.lowerBound(0, lines.count(), line);
    if (at < lines.count() && lines.get(at) == line) {
      int behind = Math.max(column, column + 1);
      return columns.lowerBound(lineStarts.get(at), lineStarts.get(at + 1), behind) - 1;
    }
    return lineStarts.get(at) - 1;
  }

  /** Returns the index, among the lines with functions, of the line in which a function starts. */
  int lineIndexOf(int row) {
    return lineStarts.lowerBound(0, lineStarts.count(), row + 1) - 1;
  }

  /** Tells whether a function is the first one in a line, given by its index. */
  boolean isFirstOfLine(int lineIndex, int row) {
    return lineStarts.get(lineIndex) == row;
  }

  /** Returns the 0-based line of an index among the lines with functions. */
  int lineAt(int lineIndex) {
    return lines.get(lineIndex);
  }

  /** Returns the 0-based column in which a function starts. */
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

  /** Returns the index of a function's name in V8's style; {@link #KEPT} if it has none. */
  int v8Name(int row) {
    return v8Names.get(row) - NAME_BIAS;
  }

  /** Returns the index of a function's qualified name; {@link #KEPT} if it has none. */
  int qualifiedName(int row) {
    return qualifiedNames.get(row) - NAME_BIAS;
  }

  /** Returns the {@link NameWitness} of a function. */
  int witness(int row) {
    return witnesses.count() == 0 ? NameWitness.NONE : witnesses.get(row);
  }

  String name(int index) {
    return names.text(nameEnds, index);
  }
}
