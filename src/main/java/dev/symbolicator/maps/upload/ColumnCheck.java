package dev.symbolicator.maps.upload;

import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;

/**
 * Whether the segments of a map lie inside of a script.
 *
 * @param segments how many segments the map has
 * @param outside how many of them lie behind the end of their line, or of the script
 * @param line the 1-based generated line of the first that does; 0 if none
 * @param column its 1-based generated column in UTF-16 units; 0 if none
 */
public record ColumnCheck(int segments, int outside, int line, int column) {
  /** Builders write a few segments behind the end of a line or of the file. */
  private static final int TOLERATED = 10;

  /** One in this many segments may lie outside; a larger share is no slip of a builder. */
  private static final int SHARE = 10;

  static ColumnCheck of(LineLengths lines, SourceMap map) {
    int outside = 0;
    int firstLine = 0;
    int firstColumn = 0;
    int line = -1;
    int length = -1;
    MappingCursor segment = map.mappingsFrom(0, 0);
    while (segment.next()) {
      if (segment.generatedLine() != line) {
        line = segment.generatedLine();
        length = lines.length(line);
      }
      if (segment.generatedColumn() > length) {
        if (outside++ == 0) {
          firstLine = line + 1;
          firstColumn = segment.generatedColumn() + 1;
        }
      }
    }
    return new ColumnCheck(map.mappingCount(), outside, firstLine, firstColumn);
  }

  /** Tells whether so many segments lie outside that the map is another script's. */
  boolean isMismatch() {
    return outside > TOLERATED && (long) outside * SHARE > segments;
  }
}
