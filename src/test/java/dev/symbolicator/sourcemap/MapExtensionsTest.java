package dev.symbolicator.sourcemap;

import static dev.symbolicator.sourcemap.IndexMapTest.index;
import static dev.symbolicator.sourcemap.IndexMapTest.map;
import static dev.symbolicator.sourcemap.IndexMapTest.section;
import static dev.symbolicator.sourcemap.Maps.validTexts;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.sourcemap.SourceTexts.MapExtensions;
import dev.symbolicator.sourcemap.SourceTexts.SectionPlace;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MapExtensionsTest {

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
    return slices.stream().map(MapExtensionsTest::text).toList();
  }

  private static String with(String members, String map) {
    return "{" + members + "," + map.substring(1);
  }

  private static String text(JsonSlice slice) {
    return StandardCharsets.UTF_8.decode(slice.bytes()).toString();
  }
}
