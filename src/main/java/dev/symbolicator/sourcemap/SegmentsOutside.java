package dev.symbolicator.sourcemap;

import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import java.util.function.IntUnaryOperator;

/**
 * The segments of a map that lie outside of a generated file. Many of them show that the map
 * belongs to another file.
 *
 * @param segments how many segments the map has
 * @param outside how many of them lie behind the end of their line, or of the file
 * @param line the 0-based generated line of the first that does; -1 if none
 * @param column its 0-based generated column in UTF-16 units; -1 if none
 */
public record SegmentsOutside(int segments, int outside, int line, int column) {
  /**
   * This many segments may lie outside: builders write a few behind the end of a line or of the
   * file.
   */
  public static final int TOLERATED = 10;

  /** One in this many segments may lie outside; a larger share is no slip of a builder. */
  public static final int SHARE = 10;

  /**
   * Counts the segments outside.
   *
   * @param lineLength returns the length of a 0-based line in UTF-16 units, without its line end;
   *     -1 if the file has no such line
   */
  public static SegmentsOutside of(SourceMap map, IntUnaryOperator lineLength) {
    int outside = 0;
    int firstLine = -1;
    int firstColumn = -1;
    int line = -1;
    int length = -1;
    MappingCursor segment = map.mappingsFrom(0, 0);
    while (segment.next()) {
      if (segment.generatedLine() != line) {
        line = segment.generatedLine();
        length = lineLength.applyAsInt(line);
      }
      if (segment.generatedColumn() > length) {
        if (outside == 0) {
          firstLine = line;
          firstColumn = segment.generatedColumn();
        }
        outside++;
      }
    }
    return new SegmentsOutside(map.mappingCount(), outside, firstLine, firstColumn);
  }

  /** Tells whether so many segments lie outside that the map belongs to another file. */
  public boolean areTooMany() {
    return outside > TOLERATED && (long) outside * SHARE > segments;
  }
}
