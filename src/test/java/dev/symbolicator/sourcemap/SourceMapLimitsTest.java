package dev.symbolicator.sourcemap;

import static dev.symbolicator.sourcemap.IndexMapTest.index;
import static dev.symbolicator.sourcemap.IndexMapTest.map;
import static dev.symbolicator.sourcemap.IndexMapTest.section;
import static dev.symbolicator.sourcemap.Maps.BASE;
import static dev.symbolicator.sourcemap.Maps.json;
import static dev.symbolicator.sourcemap.Maps.withMappings;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapProblem.Severity;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions.Mode;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Rejected;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SourceMapLimitsTest {

  private static final SourceMapLimits DEFAULT = SourceMapLimits.DEFAULT;

  @Test
  void segmentsUpToTheLimitAreRead() {
    byte[] three = withMappings("A,C;C");
    assertRead(three, segments(3));
    assertLimit(MapProblemKind.TOO_MANY_SEGMENTS, three, segments(2));
    assertRead(withMappings(";;"), segments(0));
  }

  @Test
  void segmentsOfAllSectionsCount() {
    byte[] json = json(index(section(0, 0, map("a", "n", "A")), section(1, 0, map("b", "n", "A"))));
    assertRead(json, segments(2));
    assertLimit(MapProblemKind.TOO_MANY_SEGMENTS, json, segments(1));
  }

  @Test
  void generatedLinesUpToTheLimitAreRead() {
    assertRead(withMappings(";;"), lines(3));
    assertLimit(MapProblemKind.TOO_MANY_LINES, withMappings(";;"), lines(2));
    assertLimit(MapProblemKind.TOO_MANY_LINES, withMappings("A;A;A"), lines(2));
  }

  @Test
  void generatedLinesBeforeASectionCount() {
    byte[] json = json(index(section(5, 0, map("a", "n", ";A"))));
    assertRead(json, lines(7));
    assertLimit(MapProblemKind.TOO_MANY_LINES, json, lines(6));
    assertLimit(MapProblemKind.TOO_MANY_LINES, json, lines(5));
    String nested = index(section(5, 0, index(section(Integer.MAX_VALUE, 0, map("a", "n", "A")))));
    assertLimit(MapProblemKind.TOO_MANY_LINES, json(nested), lines(Integer.MAX_VALUE));
  }

  @Test
  void sourcesUpToTheLimitAreRead() {
    byte[] two = json("{'version':3,'sources':['a',null],'mappings':''}");
    assertRead(two, sources(2));
    assertLimit(MapProblemKind.TOO_MANY_SOURCES, two, sources(1));
    byte[] sections =
        json(index(section(0, 0, map("a", "n", "")), section(0, 0, map("b", "n", ""))));
    assertRead(sections, sources(2));
    assertLimit(MapProblemKind.TOO_MANY_SOURCES, sections, sources(1));
  }

  @Test
  void sourceUrlsUpToTheLimitAreRead() {
    byte[] json = json("{'version':3,'sourceRoot':'root','sources':['a','bc'],'mappings':''}");
    int prefix = BASE.href().length() + "root/".length();
    int chars = prefix + 1 + prefix + 2;
    assertRead(json, sourceUrlChars(chars));
    assertLimit(MapProblemKind.SOURCE_URLS_TOO_LONG, json, sourceUrlChars(chars - 1));
  }

  @Test
  void longRootDoesNotMultiplyByTheSources() {
    String root = "r".repeat(1_000_000);
    String sources = "'a',".repeat(200_000) + "'a'";
    byte[] json =
        json("{'version':3,'sourceRoot':'" + root + "','sources':[" + sources + "],'mappings':''}");
    assertLimit(MapProblemKind.SOURCE_URLS_TOO_LONG, json, DEFAULT);
  }

  @Test
  void namesUpToTheLimitAreRead() {
    byte[] two = json("{'version':3,'sources':[],'names':['a','b'],'mappings':''}");
    assertRead(two, names(2));
    assertLimit(MapProblemKind.TOO_MANY_NAMES, two, names(1));
  }

  @Test
  void namesBeyondMaxLengthAreLeftOut() {
    String longest = "n".repeat(MapDecoder.LONGEST_NAME);
    String map = "{'version':3,'sources':[],'names':['%s','%sn','b'],'mappings':''}";
    Read read = assertRead(json(map.formatted(longest, longest)), DEFAULT);
    assertEquals(longest, read.map().name(0));
    assertEquals("", read.map().name(1));
    assertEquals("b", read.map().name(2));
    assertEquals(MapProblemKind.ENTRY_TYPE, read.problems().get(0).kind());
  }

  @Test
  void sourcesBeyondMaxLengthAreLeftOut() {
    String longest = "s".repeat(SourceUrls.LONGEST_URL - BASE.href().length());
    String map = "{'version':3,'sources':['%s','%ss','b'],'mappings':''}";
    Read read = assertRead(json(map.formatted(longest, longest)), DEFAULT);
    assertTrue(String.valueOf(read.map().sourceUrl(0)).endsWith(longest));
    assertNull(read.map().sourceUrl(1));
    assertTrue(String.valueOf(read.map().sourceUrl(2)).endsWith("b"));
    assertEquals(MapProblemKind.SOURCE_URL, read.problems().get(0).kind());
  }

  @Test
  void sourcesOfALongerRootAreLeftOut() {
    String root = "r".repeat(SourceUrls.LONGEST_URL - BASE.href().length() - 2);
    String map = "{'version':3,'sourceRoot':'%s','sources':['b','bb'],'mappings':''}";
    Read read = assertRead(json(map.formatted(root)), DEFAULT);
    assertTrue(String.valueOf(read.map().sourceUrl(0)).endsWith("r/b"));
    assertNull(read.map().sourceUrl(1));
    Read longer = assertRead(json(map.formatted(root + "r/")), DEFAULT);
    assertNull(longer.map().sourceUrl(0));
    String tooLong = "r".repeat(SourceUrls.LONGEST_URL + 1);
    assertNull(assertRead(json(map.formatted(tooLong)), DEFAULT).map().sourceUrl(0));
  }

  @Test
  void sectionsUpToTheLimitAreRead() {
    byte[] two = json(index(section(0, 0, map("a", "n", "")), section(1, 0, map("b", "n", ""))));
    assertRead(two, sections(2));
    assertLimit(MapProblemKind.TOO_MANY_SECTIONS, two, sections(1));
    byte[] nested = json(index(section(0, 0, index(section(0, 0, map("a", "n", ""))))));
    assertRead(nested, sections(2));
    assertLimit(MapProblemKind.TOO_MANY_SECTIONS, nested, sections(1));
  }

  @Test
  void nestingUpToTheLimitIsRead() {
    byte[] json = json("{'version':3,'x':[{'y':[]}],'sources':[],'mappings':''}");
    assertRead(json, nesting(4));
    assertLimit(MapProblemKind.NESTED_TOO_DEEPLY, json, nesting(3));
  }

  @Test
  void limitOfNestingHasAMaximum() {
    assertThrows(IllegalArgumentException.class, () -> nesting(SourceMapLimits.MAX_NESTING + 1));
    assertThrows(IllegalArgumentException.class, () -> segments(-1));
  }

  @Test
  void problemsBeyondTheLimitAreOnlyCounted() {
    Read read = assertRead(withMappings("F".concat(",F".repeat(999))), problems(3));
    assertEquals(3, read.problems().size());
    assertEquals(1_000, read.problemCount());
  }

  @Test
  void limitExceededInSectionRejectsWholeMap() {
    byte[] json =
        json(index(section(0, 0, map("a", "n", "A,C")), section(1, 0, map("b", "n", ""))));
    assertLimit(MapProblemKind.TOO_MANY_SEGMENTS, json, segments(1));
  }

  @Test
  void nestedSectionsAreReadInLinearTime() {
    String filler = "'x':'" + "y".repeat(10_000) + "',";
    String json = map("a", "n", "A");
    for (int i = 0; i < 300; i++) {
      json = "{" + filler + index(section(0, 0, json)).substring(1);
    }
    byte[] bytes = json(json);
    assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> assertRead(bytes, DEFAULT), "3 MB, 300 levels");
  }

  @Test
  void unsortedSegmentsAreReadInLittleMoreTime() {
    // The columns alternate between about 2,000,000, slowly falling, and about 0, slowly rising.
    byte[] json = withMappings("gk0jB".concat(",jk0jB,gk0jB".repeat(500_000)));
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertRead(json, DEFAULT));
  }

  private static Read assertRead(byte[] json, SourceMapLimits limits) {
    return assertInstanceOf(Read.class, read(json, Mode.LENIENT, limits));
  }

  private static void assertLimit(MapProblemKind kind, byte[] json, SourceMapLimits limits) {
    SourceMapReading reading = read(json, Mode.LENIENT, limits);
    SourceMapProblem problem = assertInstanceOf(Rejected.class, reading).problem();
    assertEquals(kind, problem.kind());
    assertEquals(Severity.LIMIT, problem.kind().severity());
  }

  private static SourceMapReading read(byte[] json, Mode mode, SourceMapLimits limits) {
    return SourceMapReader.read(json, new ReadOptions(BASE, mode, limits), plenty());
  }

  private static SourceMapLimits segments(int limit) {
    return with(limit, DEFAULT.generatedLines(), DEFAULT.sources());
  }

  private static SourceMapLimits lines(int limit) {
    return with(DEFAULT.segments(), limit, DEFAULT.sources());
  }

  private static SourceMapLimits sources(int limit) {
    return with(DEFAULT.segments(), DEFAULT.generatedLines(), limit);
  }

  private static SourceMapLimits with(int segments, int lines, int sources) {
    return new SourceMapLimits(
        segments,
        lines,
        sources,
        DEFAULT.sourceUrlChars(),
        DEFAULT.names(),
        DEFAULT.sections(),
        DEFAULT.nesting(),
        DEFAULT.problems());
  }

  private static SourceMapLimits sourceUrlChars(int limit) {
    return with(limit, DEFAULT.names(), DEFAULT.sections(), DEFAULT.nesting(), DEFAULT.problems());
  }

  private static SourceMapLimits names(int limit) {
    return with(
        DEFAULT.sourceUrlChars(), limit, DEFAULT.sections(), DEFAULT.nesting(), DEFAULT.problems());
  }

  private static SourceMapLimits sections(int limit) {
    return with(
        DEFAULT.sourceUrlChars(), DEFAULT.names(), limit, DEFAULT.nesting(), DEFAULT.problems());
  }

  private static SourceMapLimits nesting(int limit) {
    return with(
        DEFAULT.sourceUrlChars(), DEFAULT.names(), DEFAULT.sections(), limit, DEFAULT.problems());
  }

  private static SourceMapLimits problems(int limit) {
    return with(
        DEFAULT.sourceUrlChars(), DEFAULT.names(), DEFAULT.sections(), DEFAULT.nesting(), limit);
  }

  private static SourceMapLimits with(
      int sourceUrlChars, int names, int sections, int nesting, int problems) {
    return new SourceMapLimits(
        DEFAULT.segments(),
        DEFAULT.generatedLines(),
        DEFAULT.sources(),
        sourceUrlChars,
        names,
        sections,
        nesting,
        problems);
  }
}
