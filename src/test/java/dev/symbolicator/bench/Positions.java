package dev.symbolicator.bench;

import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Random 0-based positions to look up in a map. Each position is a few columns after a random
 * mapping, so all lie in code.
 */
final class Positions {
  /** So many positions that they and their mappings do not fit into a processor's caches. */
  static final int COUNT = 1 << 17;

  private static final int COLUMNS_BEHIND = 3;

  private final int[] lines;
  private final int[] columns;

  private Positions(int[] lines, int[] columns) {
    this.lines = lines;
    this.columns = columns;
  }

  static Positions in(SourceMap map) {
    int mappings = map.mappingCount();
    SplittableRandom random = new SplittableRandom(426);
    int[] chosen = random.ints(COUNT, 0, mappings).sorted().toArray();
    long[] found = new long[COUNT];
    MappingCursor cursor = map.mappingsFrom(0, 0);
    int next = 0;
    for (int i = 0; next < COUNT && cursor.next(); i++) {
      for (; next < COUNT && chosen[next] == i; next++) {
        found[next] = ((long) cursor.generatedLine() << 32) | cursor.generatedColumn();
      }
    }
    shuffle(found, random);
    return new Positions(
        Arrays.stream(found).mapToInt(position -> (int) (position >> 32)).toArray(),
        Arrays.stream(found)
            .mapToInt(position -> (int) position + random.nextInt(COLUMNS_BEHIND))
            .toArray());
  }

  int[] lines() {
    return lines;
  }

  int[] columns() {
    return columns;
  }

  private static void shuffle(long[] values, SplittableRandom random) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      long value = values[i];
      values[i] = values[j];
      values[j] = value;
    }
  }
}
