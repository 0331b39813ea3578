package dev.symbolicator.symbols;

import dev.symbolicator.memory.Allowance;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Segments of each source, evenly spread over the source's segments: all of few, and some 200 of
 * many.
 */
final class SegmentSamples {
  /** The most segments of a source that are kept; half of them stay when there are more. */
  static final int MOST = 256;

  private static final int FIRST = 16;

  /** Heap bytes of a source that has segments, without those. */
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

  /** The segments of one source. */
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

    /** Returns the number of segments that have a property. */
    int properties() {
      return properties;
    }

    /** Returns the position in the source that a segment leads to. */
    long position(int index) {
      return positions[index];
    }

    /** Returns the offset of the property in the script at a segment; -1 if there is none. */
    int property(int index) {
      return offsets[index];
    }
  }

  /** Counts a segment of a source, and tells whether the segment is to be kept. */
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

  /**
   * Keeps the segment that was counted last.
   *
   * @param property the offset of the property in the script at the segment; -1 if there is none
   */
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

  /** Returns the segments of a source; null if it has none. */
  @Nullable Sample of(int source) {
    return samples[source];
  }
}
