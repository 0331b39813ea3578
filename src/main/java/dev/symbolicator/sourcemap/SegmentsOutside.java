package dev.symbolicator.sourcemap;

import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import java.util.function.IntUnaryOperator;

/**
 * How many of a map's segments lie behind the end of their line or of the generated file, and the
 * 0-based place of the first that does (-1 for none). Many show that the map belongs to another
 * file.
 */
public record SegmentsOutside(int segments, int outside, int line, int column) {
  /** Builders write a few behind the end of a line or of the file. */
  public static final int TOLERATED = 10;

  /** One in this many segments may lie outside; a larger share is no slip of a builder. */
  public static final int SHARE = 10;

  /**
   * Counts the segments outside, given the length of each line in UTF-16 units; -1 without such a
   * line.
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

  public boolean areTooMany() {
    return outside > TOLERATED && (long) outside * SHARE > segments;
  }
}
