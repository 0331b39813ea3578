package dev.symbolicator.sourcemap;

import static dev.symbolicator.sourcemap.IndexMapTest.index;
import static dev.symbolicator.sourcemap.IndexMapTest.map;
import static dev.symbolicator.sourcemap.IndexMapTest.section;
import static dev.symbolicator.sourcemap.Maps.json;
import static dev.symbolicator.sourcemap.Maps.kinds;
import static dev.symbolicator.sourcemap.Maps.rejected;
import static dev.symbolicator.sourcemap.Maps.tolerated;
import static dev.symbolicator.sourcemap.Maps.valid;
import static dev.symbolicator.sourcemap.Maps.validTexts;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sourcemap.SourceTexts.MapExtensions;
import dev.symbolicator.sourcemap.SourceTexts.SectionPlace;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MembersTest {

  private static final String MINIMAL = "{'version':3,'sources':['a.js'],'mappings':'AAAA'}";

  @Test
  void onlyVersionSourcesAndMappingsAreRequired() {
    SourceMap map = valid(MINIMAL);
    assertEquals(1, map.sourceCount());
    assertEquals(0, map.nameCount());
    assertEquals(1, map.mappingCount());
    assertFalse(map.isIgnored(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "3.0", "3e0", "30E-1", "0.3e+1"})
  void versionThreeIsReadInAnyNotation(String version) {
    valid(MINIMAL.replace("'version':3", "'version':" + version));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "4", "-3", "3.5", "'3'", "null", "[3]", "{}", "true", "1e999"})
  void otherVersionIsTolerated(String version) {
    Read read = tolerated(json(MINIMAL.replace("'version':3", "'version':" + version)));
    assertEquals(List.of(MapProblemKind.UNSUPPORTED_VERSION), kinds(read));
    assertEquals("0:0>0:0:0", Maps.mappings(read.map()));
  }

  @Test
  void missingVersionIsTolerated() {
    Read read = tolerated(json(MINIMAL.replace("'version':3,", "")));
    assertEquals(List.of(MapProblemKind.UNSUPPORTED_VERSION), kinds(read));
    assertEquals(0, read.problems().get(0).byteOffset());
  }

  @ParameterizedTest
  @ValueSource(strings = {"'mappings':5", "'mappings':['AAAA']", "'mappings':null", "'x':''"})
  void mappingsMustBeAString(String member) {
    String map = MINIMAL.replace("'mappings':'AAAA'", member);
    assertEquals(MapProblemKind.MAPPINGS_NOT_A_STRING, rejected(map));
  }

  @ParameterizedTest
  @ValueSource(strings = {"'sources':'a.js'", "'sources':{'a':1}", "'sources':null", "'x':[]"})
  void sourcesMustBeAnArray(String member) {
    String map = MINIMAL.replace("'sources':['a.js']", member);
    assertEquals(MapProblemKind.SOURCES_NOT_AN_ARRAY, rejected(map));
  }

  @Test
  void offsetOfFatalProblemIsThatOfTheValue() {
    SourceMapProblem problem = rejected(json("{'version':3,'sources':[],'mappings':  5}"));
    assertEquals(39, problem.byteOffset());
  }

  @Test
  void fileMustBeAString() {
    assertEquals("app.js", valid(with("'file':'app.js'")).file());
    Read read = tolerated(json(with("'file':5")));
    assertEquals(List.of(MapProblemKind.MEMBER_TYPE), kinds(read));
    assertNull(read.map().file());
  }

  @Test
  void sourceRootOfAWrongTypeCountsAsAbsent() {
    Read read = tolerated(json(with("'sourceRoot':['r']")));
    assertEquals(List.of(MapProblemKind.MEMBER_TYPE), kinds(read));
    assertEquals("https://example.com/js/a.js", read.map().sourceUrl(0));
  }

  @Test
  void nullSourceKeepsItsTextAndIgnoreFlag() {
    String json =
        "{'version':3,'sources':[null],'sourcesContent':['text'],'ignoreList':[0],"
            + "'mappings':'AAAA'}";
    SourceMap map = valid(json);
    assertNull(map.sourceUrl(0));
    assertEquals("text", validTexts(json).content(0, plenty()));
    assertTrue(map.isIgnored(0));
    assertEquals("0:0>0:0:0", Maps.mappings(map));
  }

  @Test
  void sourceOfAWrongTypeIsReadAsNull() {
    Read read = tolerated(json("{'version':3,'sources':[1,{},[],true,'e.js'],'mappings':'AIAA'}"));
    assertEquals(
        List.of(
            MapProblemKind.ENTRY_TYPE,
            MapProblemKind.ENTRY_TYPE,
            MapProblemKind.ENTRY_TYPE,
            MapProblemKind.ENTRY_TYPE),
        kinds(read));
    assertNull(read.map().sourceUrl(0));
    assertEquals("https://example.com/js/e.js", read.map().sourceUrl(4));
    assertEquals("0:0>4:0:0", Maps.mappings(read.map()));
  }

  @Test
  void sourcesContentMayBeShortAndHaveNulls() {
    SourceTexts texts =
        validTexts(
            "{'version':3,'sources':['a.js','b.js','c.js'],'sourcesContent':[null,'b'],"
                + "'mappings':''}");
    assertNull(texts.content(0, plenty()));
    assertEquals("b", texts.content(1, plenty()));
    assertNull(texts.content(2, plenty()));
  }

  @Test
  void sourcesContentBeyondTheSourcesIsIgnored() {
    String json = with("'sourcesContent':['a','b']");
    SourceTexts texts = validTexts(json);
    assertEquals("a", texts.content(0, plenty()));
    assertThrows(IndexOutOfBoundsException.class, () -> texts.content(1, plenty()));
    assertEquals(1, valid(json).sourceCount());
  }

  @Test
  void sourcesContentOfAWrongTypeIsReadAsAbsent() {
    Read read = tolerated(json(with("'sourcesContent':'a'")));
    assertEquals(List.of(MapProblemKind.MEMBER_TYPE), kinds(read));
    assertNull(read.texts().content(0, plenty()));
    read = tolerated(json(with("'sourcesContent':[5]")));
    assertEquals(List.of(MapProblemKind.ENTRY_TYPE), kinds(read));
    assertNull(read.texts().content(0, plenty()));
  }

  @Test
  void namesOfAWrongTypeAreReadAsEmpty() {
    assertEquals(List.of(MapProblemKind.MEMBER_TYPE), kinds(tolerated(json(with("'names':'n'")))));
    Read read = tolerated(json(with("'names':[null,'n']")));
    assertEquals(List.of(MapProblemKind.ENTRY_TYPE), kinds(read));
    assertEquals("", read.map().name(0));
    assertEquals("n", read.map().name(1));
  }

  @Test
  void ignoreListNamesSourcesByIndex() {
    String sources = "{'version':3,'sources':['a','b','c'],'mappings':'',";
    SourceMap map = valid(sources + "'ignoreList':[2,0.0,2]}");
    assertTrue(map.isIgnored(0));
    assertFalse(map.isIgnored(1));
    assertTrue(map.isIgnored(2));
  }

  @Test
  void googleIgnoreListIsReadIfStandardOneIsAbsent() {
    assertTrue(valid(with("'x_google_ignoreList':[0]")).isIgnored(0));
    assertFalse(valid(with("'x_google_ignoreList':[0],'ignoreList':[]")).isIgnored(0));
    assertFalse(valid(with("'ignoreList':[],'x_google_ignoreList':[0]")).isIgnored(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1", "0.5", "'0'", "null", "[0]", "1e40"})
  void ignoreListEntryThatIsNoIndexIsIgnored(String entry) {
    Read read = tolerated(json(with("'ignoreList':[" + entry + ",0]")));
    assertEquals(List.of(MapProblemKind.IGNORE_LIST_ENTRY), kinds(read));
    assertTrue(read.map().isIgnored(0));
  }

  @Test
  void ignoreListOfAWrongTypeCountsAsEmpty() {
    Read read = tolerated(json(with("'ignoreList':0,'x_google_ignoreList':[0]")));
    assertEquals(List.of(MapProblemKind.MEMBER_TYPE), kinds(read));
    assertFalse(read.map().isIgnored(0));
  }

  @Test
  void debugIdIsReadInBothSpellings() {
    String id = "85314830-023f-4cf1-a267-535f4e37bb17";
    assertEquals(id, valid(with("'debugId':'" + id + "'")).debugId());
    assertEquals(id, valid(with("'debug_id':'" + id.toUpperCase(Locale.ROOT) + "'")).debugId());
    assertEquals(
        id,
        valid(with("'debug_id':'00000000-0000-0000-0000-000000000000','debugId':'" + id + "'"))
            .debugId());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"5", "null", "'85314830'", "''", "'85314830-023f-4cf1-a267-535f4e37bb1g'"})
  void debugIdThatIsNoUuidCountsAsAbsent(String id) {
    assertNull(valid(with("'debugId':" + id)).debugId());
  }

  @Test
  void indicesOutOfRangeThrow() {
    SourceMap map = valid(MINIMAL);
    assertThrows(IndexOutOfBoundsException.class, () -> map.sourceUrl(1));
    assertThrows(IndexOutOfBoundsException.class, () -> validTexts(MINIMAL).content(-1, plenty()));
    assertThrows(IndexOutOfBoundsException.class, () -> map.isIgnored(1));
    assertThrows(IndexOutOfBoundsException.class, () -> map.name(0));
  }

  @Test
  void problemsContainNoTextOfTheMap() {
    Read read =
        tolerated(json("{'version':'hush','sources':[],'names':['hush'],'mappings':'hush'}"));
    assertFalse(read.problems().toString().contains("hush"));
  }

  private static String with(String members) {
    return MINIMAL.replace("}", "," + members + "}");
  }

  private static final String PLAIN = map("a.js", "n", "AAAA");

  @Test
  void mapWithoutExtensionsHasNone() {
    assertEquals(List.of(), validTexts(PLAIN).extensions());
    assertEquals(List.of(), validTexts(index(section(0, 0, PLAIN))).extensions());
  }

  @Test
  void membersAreReturnedAsWritten() {
    String json =
        with("'x_facebook_sources': [ [{'names':['f']}], null ] , 'scopes':'BCA\\u0041,E'", PLAIN);
    List<MapExtensions> extensions = validTexts(json).extensions();
    assertEquals(1, extensions.size());
    MapExtensions found = extensions.get(0);
    assertEquals("\"BCA\\u0041,E\"", text(found.scopes()));
    assertEquals("[ [{\"names\":[\"f\"]}], null ]", text(found.facebookSources()));
    assertNull(found.functionMappings());
    assertEquals(new SectionPlace(0, 0, 0, 1, 0, 1), found.place());
  }

  @Test
  void onlyStringsAreDecoded() {
    String json =
        with("'scopes':'BCA\\u0041,E','x_com_bloomberg_sourcesFunctionMappings':['AAAA']", PLAIN);
    MapExtensions found = validTexts(json).extensions().get(0);
    assertEquals("BCAA,E", found.scopes().string(plenty()));
    assertNull(found.functionMappings().string(plenty()));
    assertEquals("[\"AAAA\"]", text(found.functionMappings()));
  }

  @Test
  void sectionHasItsOwnExtensionsAndPlace() {
    String json =
        index(
            section(0, 0, PLAIN),
            section(5, 7, with("'scopes':'B'", map("b.js", "m", "AAAA"))),
            section(9, 0, with("'scopes':'C'", map("c.js", "o", "AAAA"))));
    List<MapExtensions> extensions = validTexts(json).extensions();
    assertEquals(2, extensions.size());
    assertEquals(new SectionPlace(5, 7, 1, 1, 1, 1), extensions.get(0).place());
    assertEquals(new SectionPlace(9, 0, 2, 1, 2, 1), extensions.get(1).place());
    assertEquals("C", extensions.get(1).scopes().string(plenty()));
  }

  @Test
  void rejectedSectionHasNoExtensions() {
    String bad = with("'scopes':'B'", map("b.js", "m", "ggggggE"));
    SourceTexts texts = Maps.lenient(index(section(0, 0, bad), section(1, 0, PLAIN))).texts();
    assertEquals(List.of(), texts.extensions());
  }

  @Test
  void elementsOfArrayAreSlicesUpToTheLimit() {
    JsonSlice list = slice("[ 'a' , [1,{}],null ]");
    assertEquals(List.of("\"a\"", "[1,{}]", "null"), texts(list.elements(3, plenty())));
    assertEquals(List.of("\"a\"", "[1,{}]"), texts(list.elements(2, plenty())));
    assertEquals(List.of(), slice("[]").elements(1, plenty()));
    assertEquals(List.of(), slice("[1]").elements(0, plenty()));
    assertNull(slice("{}").elements(1, plenty()));
    assertNull(slice("'[]'").elements(1, plenty()));
    assertTrue(list.elements(3, plenty()).get(2).isNull());
    assertFalse(list.isNull());
  }

  @Test
  void lastMemberOfAKeyCounts() {
    JsonSlice object = slice("{ 'a' : 1 , 'b':{'a':2}, '\\u0061':[3] }");
    assertEquals("[3]", text(object.member("a")));
    assertEquals("{\"a\":2}", text(object.member("b")));
    assertNull(object.member("c"));
    assertNull(slice("{}").member("a"));
    assertNull(slice("['a']").member("a"));
  }

  @Test
  void bytesCannotBeChanged() {
    assertTrue(
        validTexts(with("'scopes':'B'", PLAIN)).extensions().get(0).scopes().bytes().isReadOnly());
  }

  private static JsonSlice slice(String json) {
    return validTexts(with("'scopes':" + json, PLAIN)).extensions().get(0).scopes();
  }

  private static List<String> texts(List<JsonSlice> slices) {
    return slices.stream().map(MembersTest::text).toList();
  }

  private static String with(String members, String map) {
    return "{" + members + "," + map.substring(1);
  }

  private static String text(JsonSlice slice) {
    return StandardCharsets.UTF_8.decode(slice.bytes()).toString();
  }
}
