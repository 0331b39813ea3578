package dev.symbolicator.sourcemap.functions;

import static dev.symbolicator.sourcemap.functions.NamingMaps.METRO;
import static dev.symbolicator.sourcemap.functions.NamingMaps.PASTA;
import static dev.symbolicator.sourcemap.functions.NamingMaps.at;
import static dev.symbolicator.sourcemap.functions.NamingMaps.listed;
import static dev.symbolicator.sourcemap.functions.NamingMaps.map;
import static dev.symbolicator.sourcemap.functions.NamingMaps.metro;
import static dev.symbolicator.sourcemap.functions.NamingMaps.names;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.sourcemap.functions.FunctionNames.NamedFunction;
import dev.symbolicator.sourcemap.functions.FunctionNames.NamedFunction.Extent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions are named by pasta's {@code x_com_bloomberg_sourcesFunctionMappings}. */
class FunctionMappingsTest {

  private static final List<String> NAMES =
      List.of("<top-level>", "outer", "inner", "<anonymous>", "C.prototype.get x");

  /** A function with absolute numbers. */
  private record Function(int name, int startLine, int startColumn, int endLine, int endColumn) {}

  private static String encode(Function... functions) {
    VlqWriter text = new VlqWriter();
    Function before = new Function(0, 0, 0, 0, 0);
    for (Function function : functions) {
      text.comma()
          .signed(function.name - before.name)
          .signed(function.startLine - before.endLine)
          .signed(function.startColumn - before.startColumn)
          .signed(function.endLine - function.startLine)
          .signed(function.endColumn - before.endColumn);
      before = function;
    }
    return text.toString();
  }

  private static FunctionNames decode(Function... functions) {
    return listed(PASTA, NAMES, encode(functions));
  }

  @Test
  void positionLiesInTheInnermostFunction() {
    FunctionNames names =
        decode(
            new Function(0, 0, 0, 9, 0),
            new Function(1, 1, 8, 5, 1),
            new Function(2, 2, 4, 3, 7),
            new Function(3, 6, 0, 6, 30));
    assertEquals("-", at(names, 0, 5));
    assertEquals("-", at(names, 1, 7));
    assertEquals("outer", at(names, 1, 8));
    assertEquals("outer", at(names, 2, 3));
    assertEquals("inner", at(names, 2, 4));
    assertEquals("inner", at(names, 3, 7));
    assertEquals("outer", at(names, 3, 8));
    assertEquals("outer", at(names, 5, 1));
    assertEquals("-", at(names, 5, 2));
    assertEquals("", at(names, 6, 3));
    assertEquals("-", at(names, 9, 1));
    assertEquals(0, names.problems());
  }

  @Test
  void extentAndBothNamesAreGiven() {
    FunctionNames names = decode(new Function(4, 1, 8, 5, 1));
    assertEquals(new NamedFunction("get x", "get C.x", new Extent(1, 8, 5, 1)), names.at(0, 2, 0));
  }

  @Test
  void nextFunctionMayBeginWhereOneEnds() {
    FunctionNames names =
        decode(
            new Function(0, 0, 0, 9, 0),
            new Function(1, 0, 9, 0, 15),
            new Function(2, 0, 15, 0, 20));
    assertEquals("outer", at(names, 0, 14));
    assertEquals("inner", at(names, 0, 15));
    assertEquals(0, names.problems());
  }

  @Test
  void functionsMayEndTogether() {
    FunctionNames names = decode(new Function(1, 0, 0, 0, 20), new Function(2, 0, 6, 0, 20));
    assertEquals("outer", at(names, 0, 5));
    assertEquals("inner", at(names, 0, 20));
    assertEquals("-", at(names, 0, 21));
  }

  @Test
  void sourceWithoutStringHasNoFunctions() {
    FunctionNames names =
        names(map(4, NAMES, PASTA, "[null,'','" + encode(new Function(1, 0, 0, 1, 0)) + "']"));
    assertEquals("-", at(names, 0, 0, 0));
    assertEquals("-", at(names, 1, 0, 0));
    assertEquals("outer", at(names, 2, 0, 0));
    assertEquals("-", at(names, 3, 0, 0));
    assertEquals(0, names.problems());
  }

  @Test
  void overlappingFunctionsAreMalformed() {
    assertLeftOut(encode(new Function(1, 0, 0, 5, 0), new Function(2, 3, 0, 6, 0)));
    assertLeftOut(
        encode(
            new Function(1, 0, 0, 5, 0), new Function(2, 1, 0, 2, 0), new Function(2, 3, 0, 6, 0)));
  }

  @Test
  void functionsOutOfOrderAreMalformed() {
    assertLeftOut(encode(new Function(1, 3, 0, 5, 0), new Function(2, 2, 0, 2, 5)));
    assertLeftOut(encode(new Function(1, 3, 0, 2, 0)));
    assertLeftOut(encode(new Function(1, 3, 5, 3, 4)));
  }

  @Test
  void invalidPositionOrNameIsMalformed() {
    assertLeftOut(encode(new Function(5, 0, 0, 1, 0)));
    assertLeftOut(encode(new Function(-1, 0, 0, 1, 0)));
    assertLeftOut(encode(new Function(1, -1, 0, 1, 0)));
    assertLeftOut(encode(new Function(1, 0, -1, 1, 0)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"CAAC", "CAACAA", "CAACA,", ",CAACA", "CAACA;CAACA", "CAAC?", "CAACg"})
  void textThatIsNoListOfFiveNumbersIsMalformed(String text) {
    assertLeftOut(text);
  }

  private static void assertLeftOut(String text) {
    FunctionNames names = listed(PASTA, NAMES, text);
    assertNull(names.at(0, 0, 0));
    assertEquals(1, names.problems(), text);
  }

  private static final List<String> RANGE_NAMES =
      List.of("<global>", "outer", "C#method", "<anonymous>", "xs.map$argument_0");

  /**
   * From 0:0 on code outside of functions, from 0:9 on outer, from 2:4 on C#method, from 2:20 on
   * outer again, and from 5:1 on code outside of functions.
   */
  private static final String MAPPINGS = "AAA,SC;ICE,gBD;CDG";

  @Test
  void entryHoldsUntilTheNextOne() {
    FunctionNames names = metro(RANGE_NAMES, MAPPINGS);
    assertEquals("-", at(names, 0, 8));
    assertEquals("outer", at(names, 0, 9));
    assertEquals("outer", at(names, 1, 0));
    assertEquals("outer", at(names, 2, 3));
    assertEquals("method", at(names, 2, 4));
    assertEquals("method", at(names, 2, 19));
    assertEquals("outer", at(names, 2, 20));
    assertEquals("outer", at(names, 5, 0));
    assertEquals("-", at(names, 5, 1));
    assertEquals("-", at(names, 900, 1));
    assertEquals(0, names.problems());
  }

  @Test
  void functionHasNoExtent() {
    assertEquals(
        new NamedFunction("method", "C.method", null), metro(RANGE_NAMES, MAPPINGS).at(0, 2, 4));
  }

  @Test
  void callbackHasNoName() {
    assertEquals("", at(metro(RANGE_NAMES, "AIA"), 0, 0));
    assertEquals("", at(metro(RANGE_NAMES, "AGA"), 0, 0));
  }

  @Test
  void sourceWithoutFunctionMapHasNoFunctions() {
    FunctionNames names =
        names(
            map(
                5,
                List.of(),
                METRO,
                "[null,[],[null,{}],[{'names':['f'],'mappings':'AAA'},null]]"));
    assertEquals("-", at(names, 0, 0, 0));
    assertEquals("-", at(names, 1, 0, 0));
    assertEquals("-", at(names, 2, 0, 0));
    assertEquals("f", at(names, 3, 0, 0));
    assertEquals("-", at(names, 4, 0, 0));
    assertEquals(0, names.problems());
    assertEquals("-", at(metro(List.of(), ""), 0, 0));
  }

  @Test
  void nameThatIsNotAStringIsIgnored() {
    FunctionNames names =
        names(map(1, List.of(), METRO, "[[{'names':[7,'f'],'mappings':'AAA,CC'}]]"));
    assertEquals("-", at(names, 0, 0));
    assertEquals("f", at(names, 0, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A", "AAA,", "AAA,,AA", ";AAA", "AAA;", "AKA", "ADA", "DAA", "AAD", "CAA,DA", "AAA!",
        "AAC;AAD"
      })
  void malformedMappingsAreLeftOut(String mappings) {
    FunctionNames names = metro(RANGE_NAMES, mappings);
    assertNull(names.at(0, 3, 0));
    assertEquals(1, names.problems());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[7]",
        "[[7]]",
        "[{'names':['f'],'mappings':'AAA'}]",
        "[[{'mappings':'AAA'}]]",
        "[[{'names':['f']}]]",
        "[[{'names':'f','mappings':'AAA'}]]",
        "[[{'names':['f'],'mappings':7}]]"
      })
  void metadataOfWrongTypeIsAProblem(String value) {
    FunctionNames names = names(map(1, List.of(), METRO, value));
    assertNull(names.at(0, 0, 0));
    assertEquals(1, names.problems());
  }
}
