package dev.symbolicator.sourcemap;

import static dev.symbolicator.sourcemap.Maps.BASE;
import static dev.symbolicator.sourcemap.Maps.json;
import static dev.symbolicator.sourcemap.Maps.lenient;
import static dev.symbolicator.sourcemap.Maps.rejected;
import static dev.symbolicator.sourcemap.Maps.valid;
import static dev.symbolicator.sourcemap.Maps.validTexts;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapLimits;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Rejected;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonRulesTest {

  private static final String MAP =
      "{'version':3,'sources':['a.js'],'names':['n'],'mappings':'AAAAA'}";

  @Test
  void prefixAndTheRestOfItsLineAreDropped() {
    assertEquals("0:0>0:0:0 n", Maps.mappings(valid(bytes(")]}'\n", json(MAP)))));
    assertEquals("0:0>0:0:0 n", Maps.mappings(valid(bytes(")]}' while(1);\r", json(MAP)))));
    assertEquals("0:0>0:0:0 n", Maps.mappings(valid(bytes(")]}'\r\n", json(MAP)))));
  }

  @Test
  void prefixWithoutLineEndLeavesNoJson() {
    assertEquals(MapProblemKind.NOT_JSON, rejected(bytes(")]}'", json(MAP))).kind());
  }

  @Test
  void threeCharactersAreNoPrefix() {
    assertEquals(MapProblemKind.NOT_JSON, rejected(bytes(")]}\n", json(MAP))).kind());
  }

  @Test
  void byteOrderMarkIsDropped() {
    assertEquals("0:0>0:0:0 n", Maps.mappings(valid(bytes("\uFEFF", json(MAP)))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{'version':3",
        "{'version':3,",
        "{'version':3,}",
        "{'version'}",
        "{'version':}",
        "{version:3}",
        "{,}",
        "{'a':1 'b':2}",
        "{'a':[1,]}",
        "{'a':[,1]}",
        "{'a':[1 2]}",
        "{'a':[1}",
        "{'a':{]}",
        "{'a':'",
        "{'a':'\\",
        "{'a':'\\'}",
        "{'a':tru}",
        "{'a':True}",
        "{'a':nul}",
        "{'a':01}",
        "{'a':1.}",
        "{'a':.5}",
        "{'a':-}",
        "{'a':+1}",
        "{'a':1e}",
        "{'a':1e+}",
        "{'a':0x1}",
        "{'a':NaN}",
        "{'a':1}}",
        "{'a':1} x",
        "{'a':1},",
        "{'a':1}{}",
        "{'a':/**/1}",
        "[1,2",
        "nul",
        "\uFEFF\uFEFF{}",
        "\u00A0{}",
      })
  void textThatIsNotJsonIsRejected(String text) {
    assertEquals(MapProblemKind.NOT_JSON, rejected(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "3", "'map'", "null", "true", " [{}] "})
  void jsonThatIsNoObjectIsRejected(String text) {
    assertEquals(MapProblemKind.NOT_AN_OBJECT, rejected(text));
  }

  @Test
  void mapThatIsCutOffAnywhereIsRejected() {
    byte[] whole = json(MAP);
    for (int length = 0; length < whole.length; length++) {
      assertEquals(
          MapProblemKind.NOT_JSON, rejected(Arrays.copyOf(whole, length)).kind(), "" + length);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{'a':1,} | 7", "{'a':tru} | 5", "{'a':1} x | 8", "{'a':'b | 5", "{'a' 1} | 5"})
  void offsetOfSyntaxErrorIsReported(String text, long offset) {
    assertEquals(offset, rejected(json(text)).byteOffset());
  }

  @Test
  void offsetsCountThePrefix() {
    assertEquals(10, rejected(bytes(")]}'\n", json("{'a' 1}"))).byteOffset());
  }

  @Test
  void unknownMembersOfAnyTypeAreIgnored() {
    String unknown =
        "'x':{'mappings':5,'sections':[{}]},'y':[[],{},[{'z':[1.5e-3,-0,true,false,null]}]],";
    SourceMap map = valid("{" + unknown + MAP.substring(1));
    assertEquals("0:0>0:0:0 n", Maps.mappings(map));
  }

  @Test
  void membersMayComeInAnyOrder() {
    SourceMap map = valid("{'mappings':'AAAAA','names':['n'],'sources':['a.js'],'version':3}");
    assertEquals("0:0>0:0:0 n", Maps.mappings(map));
  }

  @Test
  void lastOfDuplicateKeysCounts() {
    SourceMap map =
        valid(
            "{'version':2,'mappings':7,'names':['m'],'sources':5,'names':['n'],'version':3,"
                + "'sources':['a.js'],'mappings':'AAAAA'}");
    assertEquals("0:0>0:0:0 n", Maps.mappings(map));
    assertEquals(
        MapProblemKind.MAPPINGS_NOT_A_STRING, rejected(MAP.replace("}", ",'mappings':null}")));
  }

  @Test
  void lastOfDuplicateSectionsCounts() {
    String section = "{'offset':{'line':0,'column':0},'map':" + MAP + "}";
    SourceMap map = valid("{'version':3,'sections':5,'sections':[" + section + "]}");
    assertEquals("0:0>0:0:0 n", Maps.mappings(map));
    assertEquals(
        MapProblemKind.SECTIONS_NOT_AN_ARRAY,
        rejected("{'version':3,'sections':[" + section + "],'sections':5}"));
  }

  @Test
  void keysMayBeWrittenWithEscapes() {
    SourceMap map =
        valid(MAP.replace("mappings", "m\\u0061ppings").replace("names", "\\u006eames"));
    assertEquals("0:0>0:0:0 n", Maps.mappings(map));
  }

  @Test
  void nameMayEqualKeyOfMember() {
    SourceMap map =
        valid(
            "{'version':3,'names':['mappings','sections'],'sources':['a.js'],'mappings':'AAAAA'}");
    assertEquals("0:0>0:0:0 mappings", Maps.mappings(map));
  }

  @Test
  void escapesInMappingsAreUndone() {
    SourceMap map = valid(MAP.replace("AAAAA", "\\u0041AA\\u0041A;CAAA\\u002c\\u002bA,\\/A"));
    assertEquals("0:0>0:0:0 n | 1:1>0:0:0 | 1:1>- | 1:16>-", Maps.mappings(map));
  }

  @Test
  void escapesInStringsAreUndone() {
    SourceMap map =
        valid(MAP.replace("['n']", "['\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\\ud800']"));
    assertEquals("\"\\/\b\f\n\r\t\u00E9\uD83D\uDE00\uD800", map.name(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\q", "\\u12", "\\u12G4", "\\u", "\n", "\u0000", "\\uD8\u0664\u0664"})
  void stringThatIsReadMustBeValid(String content) {
    assertEquals(MapProblemKind.NOT_JSON, rejected(MAP.replace("['n']", "['" + content + "']")));
    assertEquals(MapProblemKind.NOT_JSON, rejected(MAP.replace("AAAAA", content)));
    assertEquals(MapProblemKind.NOT_JSON, rejected(MAP.replace("a.js", content)));
  }

  @Test
  void stringThatIsNotReadIsNotValidated() {
    String odd = "'sourcesContent':['a\\q\nb'],'unknown\\q':'\\q',";
    assertEquals("a\uFFFDq\nb", validTexts("{" + odd + MAP.substring(1)).content(0, plenty()));
  }

  @Test
  void malformedUtf8IsReplacedAsEncodingStandardRequires() {
    // E2 82 is one truncated sequence. C0 80, ED A0 80 and F5 are no sequences, so each byte is
    // replaced.
    byte[] name = {'x', (byte) 0xE2, (byte) 0x82, 'y', (byte) 0xC0, (byte) 0x80, 'z'};
    byte[] content = {(byte) 0xED, (byte) 0xA0, (byte) 0x80, '-', (byte) 0xF5, (byte) 0xF0};
    byte[] json =
        bytes(
            "{\"version\":3,\"sources\":[\"a.js\"],\"mappings\":\"\",\"names\":[\"",
            name,
            "\"],\"sourcesContent\":[\"",
            content,
            "\"]}");
    SourceMap map = valid(json);
    assertEquals("x\uFFFDy\uFFFD\uFFFDz", map.name(0));
    assertEquals("\uFFFD\uFFFD\uFFFD-\uFFFD\uFFFD", validTexts(json).content(0, plenty()));
  }

  @Test
  void wellFormedUtf8OfEveryLengthIsDecoded() {
    String text =
        "\u007F\u0080\u07FF\u0800\uD7FF\uE000\uFFFF"
            + Character.toString(0x10000)
            + Character.toString(0x10FFFF);
    assertEquals(text, valid(MAP.replace("['n']", "['" + text + "']")).name(0));
  }

  @Test
  void malformedUtf8OutsideOfStringsIsNotJson() {
    assertEquals(
        MapProblemKind.NOT_JSON, rejected(bytes("{\"a\":", new byte[] {(byte) 0xFF}, "}")).kind());
  }

  @Test
  void malformedUtf8InMappingsIsAGrammarError() {
    byte[] json =
        bytes(
            "{\"version\":3,\"sources\":[\"a.js\"],\"mappings\":\"AAAA,C",
            new byte[] {(byte) 0xC3, (byte) 0xA9},
            "\"}");
    assertEquals("0:0>0:0:0", Maps.mappings(Maps.tolerated(json).map()));
  }

  @Test
  void deepNestingIsRejectedWithoutOverflowingTheStack() {
    for (String opening : new String[] {"[", "{\"a\":"}) {
      byte[] json = bytes("{\"x\":", opening.repeat(100_000));
      assertEquals(MapProblemKind.NESTED_TOO_DEEPLY, rejected(json).kind());
    }
  }

  @Test
  void arraysAsDeepAsTheLimitAreRead() {
    int inner = SourceMapLimits.MAX_NESTING - 1;
    String deep = "{'x':" + "[".repeat(inner) + "]".repeat(inner) + "," + MAP.substring(1);
    assertEquals("0:0>0:0:0 n", Maps.mappings(valid(deep)));
    String deeper = deep.replace("'x':", "'x':[").replace("]]],", "]]]],");
    SourceMapReading reading =
        SourceMapReader.read(json(deeper), ReadOptions.lenient(BASE), plenty());
    assertEquals(
        MapProblemKind.NESTED_TOO_DEEPLY,
        assertInstanceOf(Rejected.class, reading).problem().kind());
  }

  @Test
  void absentMembersAreNull() {
    SourceMap map = valid(MAP);
    assertNull(map.file());
    assertNull(map.debugId());
    assertNull(validTexts(MAP).content(0, plenty()));
  }

  /** Joins texts, encoded as UTF-8, and raw bytes. */
  private static byte[] bytes(Object... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Object part : parts) {
      bytes.writeBytes(
          part instanceof byte[] raw ? raw : part.toString().getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  void numberOfAThousandCharactersIsReadAndALongerOneIsNone() {
    String longest = "3." + "0".repeat(998);
    assertEquals(1_000, longest.length());
    assertEquals(List.of(), kinds(longest));
    assertEquals(List.of(MapProblemKind.UNSUPPORTED_VERSION), kinds(longest + "0"));
  }

  private static List<MapProblemKind> kinds(String version) {
    Read read = lenient(json("{'version':" + version + ",'sources':[],'mappings':''}"));
    return read.problems().stream().map(SourceMapProblem::kind).toList();
  }
}
