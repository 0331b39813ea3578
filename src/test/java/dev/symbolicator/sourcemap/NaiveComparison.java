package dev.symbolicator.sourcemap;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Rejected;
import dev.symbolicator.sourcemap.naive.NaiveLookup;
import dev.symbolicator.sourcemap.naive.NaiveLookup.Segment;
import dev.symbolicator.sourcemap.naive.NaiveMap.Source;
import dev.symbolicator.sourcemap.naive.NaiveReader;
import dev.symbolicator.sourcemap.naive.NaiveReader.Reading;
import dev.symbolicator.sourcemap.naive.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Checks that the reader agrees with the naive reader on any bytes, in answers and in problems. */
final class NaiveComparison {

  private static final int LOOKUPS = 30;

  private NaiveComparison() {}

  static void check(byte[] json) {
    check(json, ReadOptions.lenient(Maps.BASE));
    check(json, ReadOptions.strict(Maps.BASE));
    check(json, ReadOptions.lenient(null));
  }

  static void check(byte[] json, ReadOptions options) {
    Reading naive = NaiveReader.read(json, options);
    SourceMapReading reading = SourceMapReader.read(json, options, plenty());
    if (naive.map() == null) {
      SourceMapProblem why =
          assertInstanceOf(Rejected.class, reading, () -> "" + naive.problems()).problem();
      assertEquals(naive.problems(), List.of(problem(why)));
      return;
    }
    Read read = assertInstanceOf(Read.class, reading, () -> "" + reading);
    int kept = Math.min(naive.problems().size(), options.limits().problems());
    assertEquals(
        naive.problems().subList(0, kept),
        read.problems().stream().map(NaiveComparison::problem).toList());
    assertEquals(naive.problems().size(), read.problemCount());
    checkMembers(naive, read);
    checkLookups(naive.map().segments(), read.map(), new Random(json.length));
  }

  /** The offset of a syntax error is not compared: parsers notice the error at different bytes. */
  private static Problem problem(SourceMapProblem problem) {
    boolean hasPlace = problem.kind() != MapProblemKind.NOT_JSON;
    return new Problem(problem.kind(), hasPlace ? problem.byteOffset() : Problem.ANYWHERE);
  }

  private static void checkMembers(Reading naive, Read read) {
    SourceMap map = read.map();
    assertEquals(naive.map().file(), map.file());
    assertEquals(naive.debugId(), map.debugId());
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < map.sourceCount(); i++) {
      sources.add(
          new Source(map.sourceUrl(i), read.texts().content(i, plenty()), map.isIgnored(i)));
    }
    assertEquals(naive.map().sources(), sources);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < map.nameCount(); i++) {
      names.add(map.name(i));
    }
    assertEquals(naive.map().names(), names);
  }

  private static void checkLookups(List<Segment> segments, SourceMap map, Random random) {
    assertEquals(segments.size(), map.mappingCount());
    assertEquals(segments, NaiveLookup.segments(map.mappingsFrom(0, 0)));
    NaiveLookup naive = new NaiveLookup(segments);
    for (int i = 0; i < LOOKUPS; i++) {
      Place from = place(segments, random);
      Place to = place(segments, random);
      assertEquals(naive.find(from.line, from.column), map.find(from.line, from.column));
      assertEquals(naive.findExact(from.line, from.column), map.findExact(from.line, from.column));
      assertEquals(
          naive.between(from.line, from.column, to.line, to.column),
          NaiveLookup.segments(map.mappings(from.line, from.column, to.line, to.column)));
      assertEquals(
          naive.between(to.line, to.column, Integer.MAX_VALUE, 0),
          NaiveLookup.segments(map.mappingsFrom(to.line, to.column)));
    }
  }

  /** Returns a position near that of a mapping, or at a limit of int. */
  private static Place place(List<Segment> segments, Random random) {
    int[] edges = {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE};
    if (segments.isEmpty() || random.nextInt(20) == 0) {
      return new Place(edges[random.nextInt(5)], edges[random.nextInt(5)]);
    }
    Segment segment = segments.get(random.nextInt(segments.size()));
    return random.nextInt(10) == 0
        ? new Place(segment.line(), edges[random.nextInt(5)])
        : new Place(
            segment.line() + random.nextInt(8) / 7, segment.column() + random.nextInt(3) - 1);
  }

  private record Place(int line, int column) {}
}
