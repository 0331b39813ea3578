package dev.symbolicator.sourcemap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.sourcemap.SourceMapReading.Read;
import dev.symbolicator.sourcemap.SourceMapReading.Rejected;
import dev.symbolicator.sourcemap.naive.NaiveReader;
import dev.symbolicator.sourcemap.naive.NaiveSourceMap;
import java.util.List;
import java.util.Random;

/** Demands that the reader says of any bytes what the naive one says: answers and problems. */
final class NaiveComparison {

  private static final int LOOKUPS = 30;

  private NaiveComparison() {}

  static void check(byte[] json) {
    check(json, ReadOptions.lenient(Maps.BASE));
    check(json, ReadOptions.strict(Maps.BASE));
    check(json, ReadOptions.lenient(null));
  }

  static void check(byte[] json, ReadOptions options) {
    NaiveReader.Reading naive = NaiveReader.read(json, options);
    SourceMapReading reading = SourceMapReader.read(json, options);
    if (naive.map() == null) {
      assertEquals(naive.why(), assertInstanceOf(Rejected.class, reading).problem());
      return;
    }
    Read read = assertInstanceOf(Read.class, reading, () -> "" + reading);
    assertEquals(naive.problems(), read.problems());
    assertEquals(naive.problemCount(), read.problemCount());
    checkMembers(naive.map(), read);
    checkLookups(naive.map(), read.map(), new Random(json.length));
  }

  private static void checkMembers(NaiveSourceMap naive, Read read) {
    SourceMap map = read.map();
    assertEquals(naive.file(), map.file());
    assertEquals(naive.debugId(), map.debugId());
    assertEquals(naive.sourceCount(), map.sourceCount());
    for (int source = 0; source < naive.sourceCount(); source++) {
      assertEquals(naive.sourceUrl(source), map.sourceUrl(source));
      assertEquals(naive.isIgnored(source), map.isIgnored(source));
      assertEquals(naive.sourceContent(source), read.texts().content(source));
    }
    assertEquals(naive.nameCount(), map.nameCount());
    for (int name = 0; name < naive.nameCount(); name++) {
      assertEquals(naive.name(name), map.name(name));
    }
  }

  private static void checkLookups(SourceMap naive, SourceMap map, Random random) {
    assertEquals(naive.mappingCount(), map.mappingCount());
    List<NaiveLookup.Segment> segments = NaiveLookup.segments(naive.mappingsFrom(0, 0));
    assertEquals(segments, NaiveLookup.segments(map.mappingsFrom(0, 0)));
    for (int i = 0; i < LOOKUPS; i++) {
      Place from = place(segments, random);
      Place to = place(segments, random);
      assertEquals(naive.find(from.line, from.column), map.find(from.line, from.column));
      assertEquals(naive.findExact(from.line, from.column), map.findExact(from.line, from.column));
      assertEquals(
          NaiveLookup.segments(naive.covering(from.line, from.column)),
          NaiveLookup.segments(map.covering(from.line, from.column)));
      assertEquals(
          NaiveLookup.segments(naive.mappings(from.line, from.column, to.line, to.column)),
          NaiveLookup.segments(map.mappings(from.line, from.column, to.line, to.column)));
      assertEquals(
          NaiveLookup.segments(naive.mappingsFrom(to.line, to.column)),
          NaiveLookup.segments(map.mappingsFrom(to.line, to.column)));
    }
  }

  /** A position near that of a mapping, or at an edge of what an int can be. */
  private static Place place(List<NaiveLookup.Segment> segments, Random random) {
    int[] edges = {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE};
    if (segments.isEmpty() || random.nextInt(20) == 0) {
      return new Place(edges[random.nextInt(5)], edges[random.nextInt(5)]);
    }
    NaiveLookup.Segment segment = segments.get(random.nextInt(segments.size()));
    return random.nextInt(10) == 0
        ? new Place(segment.line(), edges[random.nextInt(5)])
        : new Place(
            segment.line() + random.nextInt(8) / 7, segment.column() + random.nextInt(3) - 1);
  }

  private record Place(int line, int column) {}
}
