package dev.symbolicator.sourcemap.naive;

import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers lookups by walking through all mappings, as their definition says. Other maps are
 * compared with the answers.
 */
public final class NaiveLookup {

  /** A segment; {@code original} is null if the segment is unmapped. */
  public record Segment(int line, int column, Mapping original) {}

  private final List<Segment> segments;

  public NaiveLookup(List<Segment> segments) {
    this.segments = segments;
  }

  public static List<Segment> segments(MappingCursor cursor) {
    List<Segment> segments = new ArrayList<>();
    while (cursor.next()) {
      segments.add(new Segment(cursor.generatedLine(), cursor.generatedColumn(), cursor.mapping()));
    }
    return segments;
  }

  public Mapping find(int line, int column) {
    Segment found = floor(line, column);
    return found == null ? null : found.original();
  }

  public Mapping findExact(int line, int column) {
    Segment found = floor(line, column);
    boolean isExact = found != null && found.line() == line && found.column() == column;
    return isExact ? found.original() : null;
  }

  public List<Segment> between(int fromLine, int fromColumn, int toLine, int toColumn) {
    return segments.stream()
        .filter(segment -> !isBefore(segment, fromLine, fromColumn))
        .filter(segment -> isBefore(segment, toLine, toColumn))
        .toList();
  }

  /** Returns the last segment at the greatest position that is not after the given one. */
  private Segment floor(int line, int column) {
    Segment best = null;
    for (Segment segment : segments) {
      boolean isNotAfter =
          segment.line() < line || (segment.line() == line && segment.column() <= column);
      if (isNotAfter && (best == null || !isBefore(segment, best.line(), best.column()))) {
        best = segment;
      }
    }
    return best;
  }

  private static boolean isBefore(Segment segment, int line, int column) {
    return segment.line() < line || (segment.line() == line && segment.column() < column);
  }
}
