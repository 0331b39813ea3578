package dev.symbolicator.symbols;

import dev.symbolicator.sourcemap.MappingCursor;

/**
 * Recognises segments that follow the segment before by one character, and lead to the same place
 * or to the next character. Some tools write a segment for each character, such as magic-string
 * with {@code hires}. Most of such segments lie within words, which says nothing about a map.
 */
final class CharacterRun {
  private int line = -1;
  private int column;
  private int source;
  private int originalLine;
  private int originalColumn;

  /** Moves to the next segment, and tells whether that segment continues the one before. */
  boolean isContinuedBy(MappingCursor segment) {
    boolean continues =
        segment.generatedLine() == line
            && segment.generatedColumn() == column + 1
            && segment.source() == source
            && segment.originalLine() == originalLine
            && (segment.originalColumn() == originalColumn + 1
                || segment.originalColumn() == originalColumn);
    line = segment.generatedLine();
    column = segment.generatedColumn();
    source = segment.source();
    originalLine = segment.originalLine();
    originalColumn = segment.originalColumn();
    return continues;
  }
}
