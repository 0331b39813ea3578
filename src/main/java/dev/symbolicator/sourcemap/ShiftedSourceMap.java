package dev.symbolicator.sourcemap;

import org.jspecify.annotations.Nullable;

/**
 * A source map whose generated file was changed after the map was made: lines were added in front
 * of the code, or columns in front of one line. The mappings are those of the map, at the places
 * where the code is now. Mappings that would come to lie before the file do not appear.
 */
public final class ShiftedSourceMap extends SourceMapView {
  private final int lines;
  private final int columns;
  private final int columnsLine;

  /**
   * Shifts a map.
   *
   * @param lines by how many lines the code lies further down than the map says; may be negative
   * @param columns by how many UTF-16 units the code of one line lies further right; may be
   *     negative
   * @param columnsLine the 0-based line of that code, as the map says
   */
  public ShiftedSourceMap(SourceMap map, int lines, int columns, int columnsLine) {
    super(map);
    this.lines = lines;
    this.columns = columns;
    this.columnsLine = columnsLine;
  }

  @Override
  public @Nullable Mapping find(int generatedLine, int generatedColumn) {
    return shown(map.find(generatedLine - lines, mapColumn(generatedLine, generatedColumn)));
  }

  @Override
  public @Nullable Mapping findExact(int generatedLine, int generatedColumn) {
    int column = mapColumn(generatedLine, generatedColumn);
    return column < 0 ? null : shown(map.findExact(generatedLine - lines, column));
  }

  @Override
  public MappingCursor mappings(int fromLine, int fromColumn, int toLine, int toColumn) {
    return new ShiftedCursor(
        map.mappings(
            fromLine - lines,
            mapColumn(fromLine, fromColumn),
            toLine - lines,
            mapColumn(toLine, toColumn)));
  }

  @Override
  public MappingCursor mappingsFrom(int generatedLine, int generatedColumn) {
    return new ShiftedCursor(
        map.mappingsFrom(generatedLine - lines, mapColumn(generatedLine, generatedColumn)));
  }

  private int mapColumn(int line, int column) {
    return line - lines == columnsLine ? column - columns : column;
  }

  private @Nullable Mapping shown(@Nullable Mapping found) {
    if (found == null) {
      return null;
    }
    int line = found.generatedLine() + lines;
    int column = column(found.generatedLine(), found.generatedColumn());
    return line < 0 || column < 0
        ? null
        : new Mapping(
            line,
            column,
            found.source(),
            found.originalLine(),
            found.originalColumn(),
            found.name());
  }

  private int column(int mapLine, int mapColumn) {
    return mapLine == columnsLine ? mapColumn + columns : mapColumn;
  }

  /** Walks over the map's mappings, without those that would lie before the file. */
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
