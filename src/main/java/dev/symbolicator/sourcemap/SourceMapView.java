package dev.symbolicator.sourcemap;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A source map whose mappings are those of another map, with changes. */
public abstract class SourceMapView implements SourceMap {
  final SourceMap map;

  private SourceMapView(SourceMap map) {
    this.map = map;
  }

  /**
   * Returns a map with only the last mapping at each place, which browsers and Node take. Tools
   * that drop code may leave its mappings at the place of the code behind (rollup/rollup#3001,
   * mozilla/source-map#61).
   */
  public static SourceMap lastMappings(SourceMap map) {
    return new LastMappings(map);
  }

  /** Returns a map in which mappings to some sources, by 0-based index, are unmapped. */
  public static SourceMap without(BitSet sources, SourceMap map) {
    return sources.isEmpty() ? map : new PartialSourceMap(map, sources);
  }

  /**
   * Returns the map of a generated file to which lines were added before the code, or columns
   * before one 0-based line of it; either number may be negative. Mappings that would lie before
   * the file do not appear.
   */
  public static SourceMap shifted(SourceMap map, int lines, int columns, int columnsLine) {
    return new ShiftedSourceMap(map, lines, columns, columnsLine);
  }

  /**
   * Returns a map whose tool did not count U+2028 and U+2029 as ends of lines, at the engine's
   * positions: {@code starts} has for each line of the engine where it begins as the tool counts,
   * the column in the lower half.
   */
  public static SourceMap relined(SourceMap map, long[] starts) {
    return new RelinedSourceMap(map, starts);
  }

  /** Returns the mappings of a cursor over the other map, changed. */
  abstract MappingCursor view(MappingCursor cursor);

  @Override
  public @Nullable Mapping find(int generatedLine, int generatedColumn) {
    return map.find(generatedLine, generatedColumn);
  }

  @Override
  public @Nullable Mapping findExact(int generatedLine, int generatedColumn) {
    return map.findExact(generatedLine, generatedColumn);
  }

  @Override
  public MappingCursor mappings(int fromLine, int fromColumn, int toLine, int toColumn) {
    return view(map.mappings(fromLine, fromColumn, toLine, toColumn));
  }

  @Override
  public MappingCursor mappingsFrom(int generatedLine, int generatedColumn) {
    return view(map.mappingsFrom(generatedLine, generatedColumn));
  }

  @Override
  public int mappingCount() {
    return map.mappingCount();
  }

  @Override
  public int sourceCount() {
    return map.sourceCount();
  }

  @Override
  public @Nullable String sourceUrl(int source) {
    return map.sourceUrl(source);
  }

  @Override
  public @Nullable String sourceEntry(int source) {
    return map.sourceEntry(source);
  }

  @Override
  public String sourceRoot(int source) {
    return map.sourceRoot(source);
  }

  @Override
  public boolean isIgnored(int source) {
    return map.isIgnored(source);
  }

  @Override
  public int nameCount() {
    return map.nameCount();
  }

  @Override
  public String name(int name) {
    return map.name(name);
  }

  @Override
  public @Nullable String file() {
    return map.file();
  }

  @Override
  public @Nullable String debugId() {
    return map.debugId();
  }

  private static Mapping moved(Mapping found, int line, int column) {
    return new Mapping(
        line, column, found.source(), found.originalLine(), found.originalColumn(), found.name());
  }

  private abstract static class CursorView implements MappingCursor {
    private final MappingCursor cursor;

    CursorView(MappingCursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public boolean next() {
      return cursor.next();
    }

    @Override
    public int generatedLine() {
      return cursor.generatedLine();
    }

    @Override
    public int generatedColumn() {
      return cursor.generatedColumn();
    }

    @Override
    public boolean isMapped() {
      return cursor.isMapped();
    }

    @Override
    public int source() {
      return cursor.source();
    }

    @Override
    public int originalLine() {
      return cursor.originalLine();
    }

    @Override
    public int originalColumn() {
      return cursor.originalColumn();
    }

    @Override
    public int name() {
      return cursor.name();
    }
  }

  private static final class LastMappings extends SourceMapView {
    LastMappings(SourceMap map) {
      super(map);
    }

    @Override
    MappingCursor view(MappingCursor cursor) {
      return new LastCursor(cursor);
    }
  }

  /** Stays one mapping behind the map's cursor, since only the next shows that one is the last. */
  private static final class LastCursor implements MappingCursor {
    private final MappingCursor ahead;
    private boolean isAhead;
    private int generatedLine;
    private int generatedColumn;
    private int source;
    private int originalLine;
    private int originalColumn;
    private int name;

    LastCursor(MappingCursor ahead) {
      this.ahead = ahead;
      isAhead = ahead.next();
    }

    @Override
    public boolean next() {
      if (!isAhead) {
        return false;
      }
      generatedLine = ahead.generatedLine();
      generatedColumn = ahead.generatedColumn();
      do {
        source = ahead.source();
        originalLine = ahead.originalLine();
        originalColumn = ahead.originalColumn();
        name = ahead.name();
        isAhead = ahead.next();
      } while (isAhead
          && ahead.generatedColumn() == generatedColumn
          && ahead.generatedLine() == generatedLine);
      return true;
    }

    @Override
    public int generatedLine() {
      return generatedLine;
    }

    @Override
    public int generatedColumn() {
      return generatedColumn;
    }

    @Override
    public boolean isMapped() {
      return source >= 0;
    }

    @Override
    public int source() {
      return source;
    }

    @Override
    public int originalLine() {
      return originalLine;
    }

    @Override
    public int originalColumn() {
      return originalColumn;
    }

    @Override
    public int name() {
      return name;
    }
  }

  private static final class PartialSourceMap extends SourceMapView {
    private final BitSet left;

    PartialSourceMap(SourceMap map, BitSet left) {
      super(map);
      this.left = left;
    }

    @Override
    public @Nullable Mapping find(int generatedLine, int generatedColumn) {
      return kept(map.find(generatedLine, generatedColumn));
    }

    @Override
    public @Nullable Mapping findExact(int generatedLine, int generatedColumn) {
      return kept(map.findExact(generatedLine, generatedColumn));
    }

    private @Nullable Mapping kept(@Nullable Mapping mapping) {
      return mapping == null || left.get(mapping.source()) ? null : mapping;
    }

    @Override
    MappingCursor view(MappingCursor cursor) {
      return new PartialCursor(cursor);
    }

    private final class PartialCursor extends CursorView {
      PartialCursor(MappingCursor cursor) {
        super(cursor);
      }

      @Override
      public boolean isMapped() {
        return super.isMapped() && !left.get(super.source());
      }

      @Override
      public int source() {
        return isMapped() ? super.source() : -1;
      }

      @Override
      public int originalLine() {
        return isMapped() ? super.originalLine() : -1;
      }

      @Override
      public int originalColumn() {
        return isMapped() ? super.originalColumn() : -1;
      }

      @Override
      public int name() {
        return isMapped() ? super.name() : Mapping.NO_NAME;
      }
    }
  }

  private static final class ShiftedSourceMap extends SourceMapView {
    private final int lines;
    private final int columns;
    private final int columnsLine;

    ShiftedSourceMap(SourceMap map, int lines, int columns, int columnsLine) {
      super(map);
      this.lines = lines;
      this.columns = columns;
      this.columnsLine = columnsLine;
    }

    @Override
    public @Nullable Mapping find(int generatedLine, int generatedColumn) {
      return shown(super.find(generatedLine - lines, mapColumn(generatedLine, generatedColumn)));
    }

    @Override
    public @Nullable Mapping findExact(int generatedLine, int generatedColumn) {
      int column = mapColumn(generatedLine, generatedColumn);
      return column < 0 ? null : shown(super.findExact(generatedLine - lines, column));
    }

    @Override
    public MappingCursor mappings(int fromLine, int fromColumn, int toLine, int toColumn) {
      return super.mappings(
          fromLine - lines,
          mapColumn(fromLine, fromColumn),
          toLine - lines,
          mapColumn(toLine, toColumn));
    }

    @Override
    public MappingCursor mappingsFrom(int generatedLine, int generatedColumn) {
      return super.mappingsFrom(generatedLine - lines, mapColumn(generatedLine, generatedColumn));
    }

    private int mapColumn(int line, int column) {
      return line - lines == columnsLine ? column - columns : column;
    }

    private int column(int mapLine, int mapColumn) {
      return mapLine == columnsLine ? mapColumn + columns : mapColumn;
    }

    private @Nullable Mapping shown(@Nullable Mapping found) {
      if (found == null) {
        return null;
      }
      int line = found.generatedLine() + lines;
      int column = column(found.generatedLine(), found.generatedColumn());
      return line < 0 || column < 0 ? null : moved(found, line, column);
    }

    @Override
    MappingCursor view(MappingCursor cursor) {
      return new ShiftedCursor(cursor);
    }

    private final class ShiftedCursor extends CursorView {
      ShiftedCursor(MappingCursor cursor) {
        super(cursor);
      }

      @Override
      public boolean next() {
        while (super.next()) {
          if (generatedLine() >= 0 && generatedColumn() >= 0) {
            return true;
          }
        }
        return false;
      }

      @Override
      public int generatedLine() {
        return super.generatedLine() + lines;
      }

      @Override
      public int generatedColumn() {
        return column(super.generatedLine(), super.generatedColumn());
      }
    }
  }

  private static final class RelinedSourceMap extends SourceMapView {
    private final long[] starts;

    RelinedSourceMap(SourceMap map, long[] starts) {
      super(map);
      this.starts = starts;
    }

    @Override
    public @Nullable Mapping find(int generatedLine, int generatedColumn) {
      long place = ofTool(generatedLine, generatedColumn);
      return shown(super.find((int) (place >> Integer.SIZE), (int) place));
    }

    @Override
    public @Nullable Mapping findExact(int generatedLine, int generatedColumn) {
      long place = ofTool(generatedLine, generatedColumn);
      return shown(super.findExact((int) (place >> Integer.SIZE), (int) place));
    }

    @Override
    public MappingCursor mappings(int fromLine, int fromColumn, int toLine, int toColumn) {
      long from = ofTool(fromLine, fromColumn);
      long to = ofTool(toLine, toColumn);
      return super.mappings(
          (int) (from >> Integer.SIZE), (int) from, (int) (to >> Integer.SIZE), (int) to);
    }

    @Override
    public MappingCursor mappingsFrom(int generatedLine, int generatedColumn) {
      long from = ofTool(generatedLine, generatedColumn);
      return super.mappingsFrom((int) (from >> Integer.SIZE), (int) from);
    }

    private long ofTool(int line, int column) {
      if (line < 0) {
        return MappingBlocks.position(line, column);
      }
      int last = starts.length - 1;
      if (line > last) {
        return MappingBlocks.position((int) (starts[last] >> Integer.SIZE) + line - last, column);
      }
      long place = starts[line] + column;
      boolean isShared =
          line < last && starts[line] >> Integer.SIZE == starts[line + 1] >> Integer.SIZE;
      return isShared ? Math.min(place, starts[line + 1]) : place;
    }

    private int lineOf(int toolLine, int toolColumn) {
      int at = Arrays.binarySearch(starts, MappingBlocks.position(toolLine, toolColumn));
      int line = Math.max(0, at >= 0 ? at : -at - 2);
      return line == starts.length - 1
          ? line + toolLine - (int) (starts[line] >> Integer.SIZE)
          : line;
    }

    private int columnOf(int line, int toolLine, int toolColumn) {
      return line < starts.length && starts[line] >> Integer.SIZE == toolLine
          ? toolColumn - (int) starts[line]
          : toolColumn;
    }

    private @Nullable Mapping shown(@Nullable Mapping found) {
      if (found == null) {
        return null;
      }
      int line = lineOf(found.generatedLine(), found.generatedColumn());
      int column = columnOf(line, found.generatedLine(), found.generatedColumn());
      return moved(found, line, column);
    }

    @Override
    MappingCursor view(MappingCursor cursor) {
      return new RelinedCursor(cursor);
    }

    private final class RelinedCursor extends CursorView {
      RelinedCursor(MappingCursor cursor) {
        super(cursor);
      }

      @Override
      public int generatedLine() {
        return lineOf(super.generatedLine(), super.generatedColumn());
      }

      @Override
      public int generatedColumn() {
        return columnOf(generatedLine(), super.generatedLine(), super.generatedColumn());
      }
    }
  }
}
