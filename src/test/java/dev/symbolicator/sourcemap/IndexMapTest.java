package dev.symbolicator.sourcemap;

import static dev.symbolicator.sourcemap.Maps.json;
import static dev.symbolicator.sourcemap.Maps.kinds;
import static dev.symbolicator.sourcemap.Maps.rejected;
import static dev.symbolicator.sourcemap.Maps.tolerated;
import static dev.symbolicator.sourcemap.Maps.valid;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IndexMapTest {

  private static final String A = map("a.js", "n", "AAAAA,CAAA;CACA");
  private static final String B = map("b.js", "m", "AAAAA,CAAA;CACA");

  @Test
  void sectionsMakeOneMap() {
    SourceMap map = valid(index(section(0, 0, A), section(2, 5, B)));
    assertEquals(
        "0:0>0:0:0 n | 0:1>0:0:0 | 1:1>0:1:0 | 2:5>1:0:0 m | 2:6>1:0:0 | 3:1>1:1:0",
        Maps.mappings(map));
    assertEquals(2, map.sourceCount());
    assertEquals("https://example.com/js/b.js", map.sourceUrl(1));
    assertEquals(2, map.nameCount());
  }

  @Test
  void mapWithoutSectionsIsEmpty() {
    SourceMap map = valid(index());
    assertEquals(0, map.mappingCount());
    assertEquals(0, map.sourceCount());
  }

  @Test
  void columnOffsetAppliesToFirstLineOfSectionOnly() {
    SourceMap map = valid(index(section(4, 100, A)));
    assertEquals("4:100>0:0:0 n | 4:101>0:0:0 | 5:1>0:1:0", Maps.mappings(map));
  }

  @Test
  void positionInGapBelongsToSectionBefore() {
    SourceMap map = valid(index(section(0, 0, A), section(9, 0, B)));
    assertEquals("0:1:0", Maps.find(map, 8, 70));
    assertEquals("1:0:0 m", Maps.find(map, 9, 0));
  }

  @Test
  void sectionHasItsOwnRootTextsAndIgnoreList() {
    String a = A.replace("}", ",'sourceRoot':'/one','sourcesContent':['text a'],'ignoreList':[0]}");
    String b = B.replace("}", ",'sourceRoot':'/two/','sourcesContent':['text b']}");
    String json = index(section(0, 0, a), section(2, 0, b));
    SourceMap map = valid(json);
    assertEquals("https://example.com/one/a.js", map.sourceUrl(0));
    assertEquals("https://example.com/two/b.js", map.sourceUrl(1));
    assertEquals("text a", Maps.validTexts(json).content(0, plenty()));
    assertEquals("text b", Maps.validTexts(json).content(1, plenty()));
    assertTrue(map.isIgnored(0));
    assertFalse(map.isIgnored(1));
  }

  @Test
  void sectionInheritsNothingFromOuterMap() {
    String outer =
        "{'version':3,'sourceRoot':'/outer','sources':['x'],'names':['x'],'ignoreList':[0],"
            + "'sections':["
            + section(0, 0, A)
            + "]}";
    SourceMap map = valid(outer);
    assertEquals(1, map.sourceCount());
    assertEquals("https://example.com/js/a.js", map.sourceUrl(0));
    assertEquals("n", map.name(0));
    assertFalse(map.isIgnored(0));
  }

  @Test
  void fileAndDebugIdComeFromOuterMap() {
    String inner = A.replace("}", ",'file':'in.js'}");
    String id = "85314830-023f-4cf1-a267-535f4e37bb17";
    SourceMap map =
        valid(
            "{'version':3,'file':'out.js','debugId':'"
                + id
                + "','sections':["
                + section(0, 0, inner)
                + "]}");
    assertEquals("out.js", map.file());
    assertEquals(id, map.debugId());
    assertNull(valid(index(section(0, 0, inner))).file());
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "'x'", "{}", "5"})
  void sectionsMustBeAnArray(String sections) {
    assertEquals(
        MapProblemKind.SECTIONS_NOT_AN_ARRAY,
        rejected("{'version':3,'mappings':'','sources':[],'sections':" + sections + "}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"'x':1", "'offset':null", "'offset':[0,0]", "'offset':'0:0'", "'offset':0"})
  void offsetMustBeAnObject(String offset) {
    String section = "{" + offset + ",'map':" + A + "}";
    assertEquals(MapProblemKind.SECTION_OFFSET_NOT_AN_OBJECT, rejected(index(section)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'url':'a.js.map'", "'map':null", "'map':[]", "'map':'x'"})
  void mapOfASectionMustBeAnObject(String map) {
    String section = "{'offset':{'line':0,'column':0}," + map + "}";
    assertEquals(MapProblemKind.SECTION_MAP_NOT_AN_OBJECT, rejected(index(section)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "5", "[]", "'x'"})
  void sectionThatIsNoObjectIsLeftOut(String section) {
    Read read = tolerated(json(index(section, section(0, 0, A))));
    assertEquals(List.of(MapProblemKind.SECTION_NOT_AN_OBJECT), kinds(read));
    assertEquals(3, read.map().mappingCount());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'column':0",
        "'line':0",
        "'line':'1','column':0",
        "'line':0.5,'column':0",
        "'line':true,'column':0",
        "'line':0,'column':null",
        "'line':-1,'column':0",
        "'line':1e999,'column':0",
        "'line':0,'column':1e999"
      })
  void offsetThatIsNoIntegerIsReadAsZero(String members) {
    Read read = tolerated(json(index("{'offset':{" + members + "},'map':" + A + "}")));
    assertEquals(List.of(MapProblemKind.SECTION_OFFSET), kinds(read));
    assertEquals("0:0>0:0:0 n | 0:1>0:0:0 | 1:1>0:1:0", Maps.mappings(read.map()));
  }

  @Test
  void offsetMayBeWrittenWithAnExponentAndTwice() {
    String offset = "{'line':7,'line':1e0,'column':2.0,'x':{'line':5}}";
    SourceMap map = valid(index("{'map':" + A + ",'offset':5,'offset':" + offset + "}"));
    assertEquals("1:2>0:0:0 n | 1:3>0:0:0 | 2:1>0:1:0", Maps.mappings(map));
  }

  @Test
  void sectionsInTheWrongOrderAreToleratedAndSorted() {
    Read read = tolerated(json(index(section(5, 0, A), section(0, 0, B))));
    assertEquals(List.of(MapProblemKind.SECTION_ORDER), kinds(read));
    assertEquals("1:0:0 m", Maps.find(read.map(), 0, 0));
    assertEquals("0:0:0 n", Maps.find(read.map(), 5, 0));
  }

  @Test
  void sectionThatOverlapsTheSectionBeforeIsTolerated() {
    Read read = tolerated(json(index(section(0, 0, A), section(1, 0, B))));
    assertEquals(List.of(MapProblemKind.SECTION_OVERLAP), kinds(read));
    assertEquals(
        "0:0>0:0:0 n | 0:1>0:0:0 | 1:0>1:0:0 m | 1:1>0:1:0 | 1:1>1:0:0 | 2:1>1:1:0",
        Maps.mappings(read.map()));
  }

  @Test
  void sectionMayBeginAtLastMappingOfSectionBefore() {
    SourceMap map = valid(index(section(0, 0, A), section(1, 1, B)));
    assertEquals("1:0:0 m", Maps.find(map, 1, 1));
  }

  @Test
  void sectionsAtOneOffsetOverlapIfTheFirstHasMappings() {
    Read read = tolerated(json(index(section(0, 0, map("a.js", "n", "AAAA")), section(0, 0, B))));
    assertEquals(List.of(MapProblemKind.SECTION_OVERLAP), kinds(read));
    valid(index(section(0, 0, map("a.js", "n", "")), section(0, 0, B)));
  }

  @Test
  void sectionIsComparedWithLastSectionThatHasMappings() {
    String empty = map("c.js", "n", "");
    Read read = tolerated(json(index(section(0, 0, A), section(0, 1, empty), section(1, 0, B))));
    assertEquals(
        List.of(MapProblemKind.SECTION_OVERLAP, MapProblemKind.SECTION_OVERLAP), kinds(read));
    valid(index(section(0, 0, A), section(5, 0, empty), section(5, 0, B)));
  }

  @Test
  void rejectedSectionDoesNotCountForOrder() {
    Read read = Maps.lenient(index(section(5, 0, "{'version':3}"), section(0, 0, A)));
    assertEquals(List.of(MapProblemKind.SECTION_REJECTED), kinds(read));
  }

  @Test
  void mappingsBesideSectionsAreIgnored() {
    String outer = index(section(0, 0, A)).replaceFirst("}$", ",'mappings':'CAAA','sources':[]}");
    Read read = tolerated(json(outer));
    assertEquals(List.of(MapProblemKind.MAPPINGS_BESIDE_SECTIONS), kinds(read));
    assertEquals("0:0>0:0:0 n | 0:1>0:0:0 | 1:1>0:1:0", Maps.mappings(read.map()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'version':3,'sources':['x'],'names':['x'],'mappings':5}",
        "{'version':3,'mappings':''}",
        "{'version':3,'sources':['x'],'names':['x'],'mappings':'AAAA,CAAA,ggggggE'}",
        "{}"
      })
  void sectionWithFatalProblemIsLeftOutAsAWhole(String bad) {
    Read read = Maps.lenient(index(section(0, 0, bad), section(2, 0, B)));
    assertTrue(kinds(read).contains(MapProblemKind.SECTION_REJECTED));
    assertEquals("2:0>0:0:0 m | 2:1>0:0:0 | 3:1>0:1:0", Maps.mappings(read.map()));
    assertEquals(1, read.map().sourceCount());
    assertEquals("https://example.com/js/b.js", read.map().sourceUrl(0));
    assertEquals(1, read.map().nameCount());
  }

  @Test
  void ignoreListOfRejectedSectionIsForgotten() {
    String bad = "{'version':3,'sources':['x'],'ignoreList':[0],'names':[],'mappings':'ggggggE'}";
    Read read = Maps.lenient(index(section(0, 0, bad), section(2, 0, B)));
    assertFalse(read.map().isIgnored(0));
  }

  @Test
  void grammarErrorEndsOnlyItsSection() {
    Read read = tolerated(json(index(section(0, 0, map("a.js", "n", "AAAA,!")), section(2, 0, B))));
    assertEquals(List.of(MapProblemKind.MAPPINGS_GRAMMAR), kinds(read));
    assertEquals("0:0>0:0:0 | 2:0>1:0:0 m | 2:1>1:0:0 | 3:1>1:1:0", Maps.mappings(read.map()));
  }

  @Test
  void syntaxErrorInSectionRejectsWholeMap() {
    assertEquals(
        MapProblemKind.NOT_JSON,
        rejected(index(section(0, 0, map("a.js", "\\q", "")), section(2, 0, B))));
  }

  @Test
  void nestedIndexMapIsToleratedAndItsOffsetsAdd() {
    String inner = index(section(0, 3, A), section(2, 3, B));
    Read read = tolerated(json(index(section(10, 20, inner))));
    assertEquals(List.of(MapProblemKind.NESTED_INDEX_MAP), kinds(read));
    assertEquals(
        "10:23>0:0:0 n | 10:24>0:0:0 | 11:1>0:1:0 | 12:3>1:0:0 m | 12:4>1:0:0 | 13:1>1:1:0",
        Maps.mappings(read.map()));
  }

  @Test
  void nestedIndexMapWithAFatalProblemIsLeftOut() {
    String inner = index("{'offset':{'line':0,'column':0}}");
    Read read = Maps.lenient(index(section(0, 0, inner), section(2, 0, B)));
    assertEquals(
        List.of(MapProblemKind.NESTED_INDEX_MAP, MapProblemKind.SECTION_REJECTED), kinds(read));
    assertEquals(3, read.map().mappingCount());
  }

  @Test
  void indexMapsMayNestAsDeepAsTheJsonLimitAllows() {
    String deep = A;
    int levels = SourceMapLimits.MAX_NESTING / 3 - 1;
    for (int i = 0; i < levels; i++) {
      deep = index(section(1, 0, deep));
    }
    Read read = Maps.lenient(deep);
    assertEquals(levels - 1, read.problemCount());
    assertEquals("0:0:0 n", Maps.find(read.map(), levels, 0));
  }

  @Test
  void columnOffsetBeyond31BitsLeavesItsLineUnmapped() {
    String far = "{'offset':{'line':1,'column':4294967296},'map':" + B + "}";
    Read read = tolerated(json(index(section(0, 0, map("a.js", "n", "AAAA")), far)));
    assertEquals(MapProblemKind.POSITION_OUT_OF_RANGE, kinds(read).get(0));
    assertEquals("0:0:0", Maps.find(read.map(), 1, 2_000_000_000));
    assertEquals("-", Maps.find(read.map(), 2, 0));
    assertEquals("1:1:0", Maps.find(read.map(), 2, 1));
  }

  static String map(String source, String name, String mappings) {
    return "{'version':3,'sources':['"
        + source
        + "'],'names':['"
        + name
        + "'],'mappings':'"
        + mappings
        + "'}";
  }

  static String section(int line, int column, String map) {
    return "{'offset':{'line':" + line + ",'column':" + column + "},'map':" + map + "}";
  }

  static String index(String... sections) {
    return "{'version':3,'sections':[" + String.join(",", sections) + "]}";
  }
}
