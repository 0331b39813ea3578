package dev.symbolicator.maps.upload;

import dev.symbolicator.sourcemap.SegmentsOutside;

/**
 * The segments of a map that lie outside of its script, as answers show them.
 *
 * @param segments how many segments the map has
 * @param outside how many of them lie behind the end of their line, or of the script
 * @param line the 1-based generated line of the first that does; 0 if none
 * @param column its 1-based generated column in UTF-16 units; 0 if none
 */
public record ColumnCheck(int segments, int outside, int line, int column) {

  static ColumnCheck of(SegmentsOutside found) {
    return new ColumnCheck(found.segments(), found.outside(), found.line() + 1, found.column() + 1);
  }
}
