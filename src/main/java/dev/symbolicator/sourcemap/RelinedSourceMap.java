package dev.symbolicator.sourcemap;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A source map whose tool counted fewer lines in the generated file than the engine does: U+2028
 * and U+2029, which may stand in strings, end a line in JavaScript. The mappings are those of the
 * map, at the positions that the engine gives.
 */
public final class RelinedSourceMap extends SourceMapView {
  /** For each line of the engine the position at which it begins, as the tool counts. */
  private final long[] starts;

  /**
   * Counts the lines of a map in another way.
   *
   * @param starts for each line of the engine the line and, in the lower half, the column at which
   *     it begins, as the tool counts; ascending, and not changed later
   */
  public RelinedSourceMap(SourceMap map, long[] starts) {
    super(map);
    this.starts = starts;
  }

  @Override
  public @Nullable Mapping find(int generatedLine, int generatedColumn) {
    long place = ofTool(generatedLine, generatedColumn);
    return shown(map.find((int) (place >> Integer.SIZE), (int) place));
  }

  @Override
  public @Nullable Mapping findExact(int generatedLine, int generatedColumn) {
    long place = ofTool(generatedLine, generatedColumn);
    return shown(map.findExact((int) (place >> Integer.SIZE), (int) place));
  }

  @Override
  public MappingCursor mappings(int fromLine, int fromColumn, int toLine, int toColumn) {
    long from = ofTool(fromLine, fromColumn);
    long to = ofTool(toLine, toColumn);
    return new RelinedCursor(
        map.mappings(
            (int) (from >> Integer.SIZE), (int) from, (int) (to >> Integer.SIZE), (int) to));
  }

  @Override
  public MappingCursor mappingsFrom(int generatedLine, int generatedColumn) {
    long from = ofTool(generatedLine, generatedColumn);
    return new RelinedCursor(map.mappingsFrom((int) (from >> Integer.SIZE), (int) from));
  }

  /** Returns the tool's position for one of the engine; a position behind its line is the end. */
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
    return new Mapping(
        line,
        columnOf(line, found.generatedLine(), found.generatedColumn()),
        found.source(),
        found.originalLine(),
        found.originalColumn(),
        found.name());
  }

  /** Walks over the map's mappings. */
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
