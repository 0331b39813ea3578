package dev.symbolicator.sourcemap;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.sourcemap.MapModel.Index;
import dev.symbolicator.sourcemap.MapModel.Place;
import dev.symbolicator.sourcemap.MapModel.Plain;
import dev.symbolicator.sourcemap.MapModel.Section;
import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.Severity;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Rejected;
import dev.symbolicator.sourcemap.link.SourceMappingUrl;
import dev.symbolicator.sourcemap.naive.NaiveLookup;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SourceMapPropertyTest {

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void writtenMapIsReadBack(@ForAll("maps") MapModel model, @ForAll long seed) {
    SourceMap map = Maps.lenient(model.json(seed)).map();
    assertEquals(model.expected(), NaiveLookup.segments(map.mappingsFrom(0, 0)));
    assertEquals(model.expected().size(), map.mappingCount());
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void plainMapIsReadWithoutProblems(@ForAll("plainMaps") Plain model, @ForAll long seed) {
    SourceMap map = Maps.valid(model.json(seed));
    assertEquals(model.sources(), map.sourceCount());
    assertEquals(model.names(), map.nameCount());
    for (int i = 0; i < model.sources(); i++) {
      assertEquals("https://example.com/js/s" + i, map.sourceUrl(i));
    }
    for (int i = 0; i < model.names(); i++) {
      assertEquals("n" + i, map.name(i));
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void lookupsAgreeWithTheirDefinition(
      @ForAll("maps") MapModel model,
      @ForAll @IntRange(min = -1, max = 40) int line,
      @ForAll @IntRange(min = -1, max = 80) int column,
      @ForAll @IntRange(min = -1, max = 40) int toLine,
      @ForAll @IntRange(min = -1, max = 80) int toColumn) {
    SourceMap map = Maps.lenient(model.json(0)).map();
    NaiveLookup naive = new NaiveLookup(model.expected());
    assertEquals(naive.find(line, column), map.find(line, column));
    assertEquals(naive.findExact(line, column), map.findExact(line, column));
    assertEquals(
        naive.between(line, column, toLine, toColumn),
        NaiveLookup.segments(map.mappings(line, column, toLine, toColumn)));
    assertEquals(
        naive.between(line, column, Integer.MAX_VALUE, 0),
        NaiveLookup.segments(map.mappingsFrom(line, column)));
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void readerAgreesWithNaiveReader(@ForAll("maps") MapModel model, @ForAll long seed) {
    NaiveComparison.check(model.json(seed));
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void readerAgreesWithNaiveReaderOnDamagedMaps(@ForAll("maps") MapModel model, @ForAll long seed) {
    NaiveComparison.check(damaged(model.json(seed), new Random(seed)));
  }

  @Property
  void readerAgreesWithNaiveReaderOnAnyMappings(@ForAll("mappingsText") String mappings) {
    NaiveComparison.check(Maps.withMappings(mappings));
    NaiveComparison.check(
        Maps.json("{'sources':['a','b'],'names':['n'],'version':3,'mappings':'" + mappings + "'}"));
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void readerAgreesWithNaiveReaderOnLargeMaps(@ForAll long seed) {
    NaiveComparison.check(new LargeMap(new Random(seed)).json());
  }

  @Property
  void readerAgreesWithNaiveReaderOnOddMaps(@ForAll long seed) {
    NaiveComparison.check(new OddMap(new Random(seed)).json());
  }

  @Test
  void oddMapsHaveEveryProblemOfSmallMaps() {
    Set<MapProblemKind> found = EnumSet.noneOf(MapProblemKind.class);
    for (int seed = 0; seed < 5_000; seed++) {
      byte[] json = new OddMap(new Random(seed)).json();
      SourceMapReading reading =
          SourceMapReader.read(json, ReadOptions.lenient(Maps.BASE), plenty());
      if (reading instanceof Read read) {
        found.addAll(Maps.kinds(read));
      } else if (reading instanceof Rejected rejected) {
        found.add(rejected.problem().kind());
      }
    }
    Set<MapProblemKind> missing = EnumSet.complementOf(EnumSet.copyOf(found));
    missing.removeIf(kind -> kind.severity() == Severity.LIMIT);
    assertEquals(Set.of(MapProblemKind.NOT_AN_OBJECT), missing);
  }

  @Property
  void readerAgreesWithNaiveReaderOnAnySource(@ForAll("sources") String source) {
    for (String root : new String[] {"", "r", "/", "//h/", "https://o/", "wp:///"}) {
      NaiveComparison.check(
          Maps.json(
              "{'version':3,'sourceRoot':'%s','sources':['%s'],'mappings':'AAAA'}"
                  .formatted(root, source)));
    }
  }

  @Property
  void arbitraryBytesNeverThrow(@ForAll byte[] bytes) {
    readInBothModes(bytes);
    SourceMappingUrl.find(null, null, bytes);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void damagedMapNeverThrows(@ForAll("maps") MapModel model, @ForAll long seed) {
    Random random = new Random(seed);
    byte[] json = damaged(model.json(seed), random);
    readInBothModes(json);
    readInBothModes(Arrays.copyOf(json, random.nextInt(json.length)));
  }

  private static byte[] damaged(byte[] json, Random random) {
    for (int i = 0; i <= random.nextInt(4); i++) {
      String likely = "\"\\{}[]:,;gA0-+=/ u\n\u0080\u00FF";
      json[random.nextInt(json.length)] = (byte) likely.charAt(random.nextInt(likely.length()));
    }
    return json;
  }

  @Property
  void anyMappingsYieldOriginalPositionsInRange(@ForAll("mappingsText") String mappings) {
    SourceMapReading reading = readInBothModes(Maps.withMappings(mappings));
    if (reading instanceof Read read) {
      MappingCursor cursor = read.map().mappingsFrom(0, 0);
      while (cursor.next()) {
        Mapping mapping = cursor.mapping();
        if (mapping != null) {
          assertTrue(mapping.source() >= 0 && mapping.source() < 2);
          assertTrue(mapping.originalLine() >= 0 && mapping.originalColumn() >= 0);
          assertTrue(mapping.name() >= Mapping.NO_NAME && mapping.name() < 2);
        }
      }
    }
  }

  @Property
  void strictModeRejectsExactlyMapsWithProblems(@ForAll("mappingsText") String mappings) {
    byte[] json = Maps.withMappings(mappings);
    SourceMapReading lenient = SourceMapReader.read(json, ReadOptions.lenient(Maps.BASE), plenty());
    SourceMapReading strict = SourceMapReader.read(json, ReadOptions.strict(Maps.BASE), plenty());
    if (!(lenient instanceof Read read) || read.problemCount() > 0) {
      assertInstanceOf(Rejected.class, strict);
    } else {
      assertInstanceOf(Read.class, strict);
    }
  }

  static SourceMapReading readInBothModes(byte[] json) {
    SourceMapReader.read(json, ReadOptions.strict(Maps.BASE), plenty());
    SourceMapReading reading = SourceMapReader.read(json, ReadOptions.lenient(Maps.BASE), plenty());
    if (reading instanceof Read read) {
      touch(read);
    }
    return reading;
  }

  private static void touch(Read read) {
    SourceMap map = read.map();
    map.find(0, 5);
    map.findExact(1, 0);
    for (int i = 0; i < map.sourceCount(); i++) {
      map.sourceUrl(i);
      read.texts().content(i, plenty());
      map.isIgnored(i);
    }
    for (int i = 0; i < map.nameCount(); i++) {
      map.name(i);
    }
    Maps.retainedBytes(map);
  }

  @Provide
  Arbitrary<String> mappingsText() {
    return Arbitraries.strings().withChars("AACCDEFgIkK/+;;,,,B").ofMaxLength(60);
  }

  @Provide
  Arbitrary<String> sources() {
    return Arbitraries.of(
            "webpack", "http", "file", ":", "/", "//", "..", ".", "a b", "é", "[", "%", "?", "C|")
        .list()
        .ofMaxSize(6)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<MapModel> maps() {
    return model(2);
  }

  @Provide
  Arbitrary<Plain> plainMaps() {
    Arbitrary<Integer> small = Arbitraries.integers().between(0, 60);
    Arbitrary<Integer> any =
        Arbitraries.frequencyOf(
            Tuple.of(9, small),
            Tuple.of(1, Arbitraries.integers().between(0, Integer.MAX_VALUE - 1_000)));
    return Combinators.combine(
            Arbitraries.integers().between(1, 40), Arbitraries.integers().between(1, 40))
        .flatAs(
            (sources, names) ->
                Combinators.combine(
                        any,
                        Arbitraries.of(1, 4, 5),
                        Arbitraries.integers().between(0, sources - 1),
                        any,
                        any,
                        Arbitraries.integers().between(0, names - 1))
                    .as(Place::new)
                    .list()
                    .ofMaxSize(6)
                    .list()
                    .ofMinSize(1)
                    .ofMaxSize(8)
                    .map(lines -> new Plain(sources, names, lines)));
  }

  private Arbitrary<MapModel> model(int depth) {
    Arbitrary<MapModel> plain = plainMaps().map(map -> map);
    if (depth == 0) {
      return plain;
    }
    Arbitrary<MapModel> index =
        Combinators.combine(
                Arbitraries.integers().between(0, 12),
                Arbitraries.integers().between(0, 40),
                model(depth - 1))
            .as(Section::new)
            .list()
            .ofMaxSize(4)
            .map((List<Section> sections) -> new Index(sections));
    return Arbitraries.frequencyOf(Tuple.of(2, plain), Tuple.of(1, index));
  }
}
