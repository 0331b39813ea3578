package dev.symbolicator.symbols;

import dev.symbolicator.javascript.Lines;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.sourcemap.SegmentsOutside;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
  /** SWC writes segments within words, up to one in 14. */
  static final int MISPLACED_SHARE = 10;

  /** The map of another build fits up to the place of the change, so stretches are judged too. */
  static final int STRETCH = 32;

  /** One in this many segments of a stretch may be misplaced; SWC's maps have up to one in 4.5. */
  static final int STRETCH_SHARE = 4;

  /** So many segments of a sound map may be misplaced; nearly all published maps have none. */
  static final int TOLERATED = 2;

  /** The sample of the whole map has at least this many segments, and at most twice as many. */
  private static final int SAMPLE = 512;

  static MapSurvey ofMap(SourceMap map, Allowance allowance) {
    return of("", Lines.of("", allowance), map, allowance);
  }

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

  private static int every(int all, int sample) {
    return Math.max(1, Integer.highestOneBit(all / Math.max(1, sample))) - 1;
  }

  boolean isUnsound() {
    return outside.areTooMany()
        || worst * STRETCH_SHARE > STRETCH
        || (misplaced > TOLERATED && (long) misplaced * MISPLACED_SHARE > sampled);
  }

  /** Segments of each source, evenly spread: all of few, and some 200 of many. */
  static final class SegmentSamples {
    static final int MOST = 256;

    private static final int FIRST = 16;
    private static final int SOURCE_BYTES = 80;

    private static final int SEGMENT_BYTES = Long.BYTES + Integer.BYTES;

    private final @Nullable Sample[] samples;
    private final Allowance allowance;

    /** The sample of the last segment, since the next segment is mostly of the same source. */
    private Sample last = new Sample();

    private int lastSource = -1;

    SegmentSamples(int sources, Allowance allowance) {
      allowance.take((long) Integer.BYTES * sources);
      this.allowance = allowance;
      samples = new Sample[sources];
    }

    static final class Sample {
      private long[] positions = new long[FIRST];
      private int[] offsets = new int[FIRST];
      private int size;
      private int properties;
      private int seen;
      private int step = 1;

      int size() {
        return size;
      }

      int properties() {
        return properties;
      }

      long position(int index) {
        return positions[index];
      }

      int property(int index) {
        return offsets[index];
      }
    }

    /** Counts a segment of a source; returns whether it is to be kept. */
    boolean isNext(int source) {
      if (source != lastSource) {
        lastSource = source;
        last = sample(source);
      }
      return (last.seen++ & (last.step - 1)) == 0;
    }

    private Sample sample(int source) {
      Sample sample = samples[source];
      if (sample == null) {
        allowance.take(SOURCE_BYTES + (long) FIRST * SEGMENT_BYTES);
        sample = new Sample();
        samples[source] = sample;
      }
      return sample;
    }

    void add(long position, int property) {
      Sample sample = last;
      if (sample.size == sample.positions.length) {
        makeRoom(sample);
      }
      sample.positions[sample.size] = position;
      sample.offsets[sample.size++] = property;
      sample.properties += property < 0 ? 0 : 1;
    }

    private void makeRoom(Sample sample) {
      if (sample.size < MOST) {
        allowance.take((long) sample.size * SEGMENT_BYTES);
        sample.positions = Arrays.copyOf(sample.positions, 2 * sample.size);
        sample.offsets = Arrays.copyOf(sample.offsets, 2 * sample.size);
        return;
      }
      sample.properties = 0;
      for (int kept = 0; kept < MOST / 2; kept++) {
        sample.positions[kept] = sample.positions[2 * kept];
        sample.offsets[kept] = sample.offsets[2 * kept];
        sample.properties += sample.offsets[kept] < 0 ? 0 : 1;
      }
      sample.size = MOST / 2;
      sample.step *= 2;
    }

    @Nullable Sample of(int source) {
      return samples[source];
    }
  }

  /**
   * Recognises segments that follow the one before by one character, and lead to the same place or
   * to the next character, as magic-string with {@code hires} writes them. That they lie within
   * words says nothing about a map.
   */
  static final class CharacterRun {
    private int line = -1;
    private int column;
    private int source;
    private int originalLine;
    private int originalColumn;

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
}
