package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SegmentsOutside;
import dev.symbolicator.sourcemap.SourceMap;

/**
 * A look at all segments of a map, before the map is used: how many lie outside of the script, how
 * many of a sample lie within a word, and a sample of the segments of each source.
 *
 * @param outside the segments outside of the script
 * @param sampled how many segments of a sample were looked at
 * @param misplaced how many of those lie outside of the script or within a word
 * @param worst the most that are misplaced of {@value #STRETCH} that follow each other
 * @param samples the samples of each source
 */
record MapSurvey(
    SegmentsOutside outside, int sampled, int misplaced, int worst, SegmentSamples samples) {
  /**
   * One in this many segments of a sound map may be misplaced. SWC writes segments within words, up
   * to one in 14.
   */
  static final int MISPLACED_SHARE = 10;

  /**
   * The map of another build fits up to the place of the change, so stretches of this many segments
   * of the sample are judged too.
   */
  static final int STRETCH = 32;

  /** One in this many segments of a stretch may be misplaced; SWC's maps have up to one in 4.5. */
  static final int STRETCH_SHARE = 4;

  /** So many segments of a sound map may be misplaced; nearly all published maps have none. */
  static final int TOLERATED = 2;

  /** The sample of the whole map has at least this many segments, and at most twice as many. */
  private static final int SAMPLE = 512;

  /** Looks at a map whose script is not known. All its segments count as outside. */
  static MapSurvey ofMap(SourceMap map, Allowance allowance) {
    return of("", Lines.of("", allowance), map, allowance);
  }

  /**
   * Looks at a map.
   *
   * @param allowance charged for the samples
   */
  static MapSurvey of(String script, Lines lines, SourceMap map, Allowance allowance) {
    SegmentSamples samples = new SegmentSamples(map.sourceCount(), allowance);
    int ofAll = every(map.mappingCount(), SAMPLE);
    int ofSources = every(map.mappingCount() / (2 * SegmentSamples.MOST), map.sourceCount());
    int outside = 0;
    int firstLine = -1;
    int firstColumn = -1;
    int line = -1;
    int start = -1;
    int length = -1;
    int index = 0;
    int sampled = 0;
    int misplaced = 0;
    int before = 0;
    int worst = 0;
    CharacterRun run = new CharacterRun();
    MappingCursor segment = map.mappingsFrom(0, 0);
    while (segment.next()) {
      if (segment.generatedLine() != line) {
        line = segment.generatedLine();
        start = lines.offset(line, 0);
        length = start < 0 ? -1 : lines.length(line);
      }
      int column = segment.generatedColumn();
      boolean isOutside = column > length;
      if (isOutside && outside++ == 0) {
        firstLine = line;
        firstColumn = column;
      }
      if (run.isContinuedBy(segment)
          && (script.isEmpty()
              || (!isOutside && PropertyWords.isWithinWord(script, start + column)))) {
        continue; // A segment of a single character, not of a token.
      }
      if ((index & ofAll) == 0) {
        sampled++;
        misplaced += isOutside || PropertyWords.isWithinWord(script, start + column) ? 1 : 0;
        worst = Math.max(worst, misplaced - before);
        before = sampled % STRETCH == 0 ? misplaced : before;
      }
      int source = segment.source();
      if ((index++ & ofSources) == 0 && source >= 0 && samples.isNext(source)) {
        int offset = isOutside ? 0 : start + column;
        boolean isProperty = offset > 0 && script.charAt(offset - 1) == '.';
        samples.add(
            Positions.of(segment.originalLine(), segment.originalColumn()),
            isProperty ? offset : -1);
      }
    }
    return new MapSurvey(
        new SegmentsOutside(map.mappingCount(), outside, firstLine, firstColumn),
        sampled,
        misplaced,
        worst,
        samples);
  }

  /** Returns a mask for the indices of a sample: one less than a power of two. */
  private static int every(int all, int sample) {
    return Math.max(1, Integer.highestOneBit(all / Math.max(1, sample))) - 1;
  }

  /** Tells whether so many segments are misplaced that the map may be shifted. */
  boolean isUnsound() {
    return outside.areTooMany()
        || worst * STRETCH_SHARE > STRETCH
        || (misplaced > TOLERATED && (long) misplaced * MISPLACED_SHARE > sampled);
  }
}
