package dev.symbolicator.sourcemap.functions;

import static dev.symbolicator.sourcemap.functions.NamingMaps.METRO;
import static dev.symbolicator.sourcemap.functions.NamingMaps.at;
import static dev.symbolicator.sourcemap.functions.NamingMaps.map;
import static dev.symbolicator.sourcemap.functions.NamingMaps.metro;
import static dev.symbolicator.sourcemap.functions.NamingMaps.names;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.sourcemap.functions.FunctionNames.NamedFunction;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Functions are named by Metro's {@code x_facebook_sources}. */
class FunctionMapTest {

  private static final List<String> NAMES =
      List.of("<global>", "outer", "C#method", "<anonymous>", "xs.map$argument_0");

  /**
   * From 0:0 on code outside of functions, from 0:9 on outer, from 2:4 on C#method, from 2:20 on
   * outer again, and from 5:1 on code outside of functions.
   */
  private static final String MAPPINGS = "AAA,SC;ICE,gBD;CDG";

  @Test
  void entryHoldsUntilTheNextOne() {
    FunctionNames names = metro(NAMES, MAPPINGS);
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
    assertEquals(new NamedFunction("method", "C.method", null), metro(NAMES, MAPPINGS).at(0, 2, 4));
  }

  @Test
  void callbackHasNoName() {
    assertEquals("", at(metro(NAMES, "AIA"), 0, 0));
    assertEquals("", at(metro(NAMES, "AGA"), 0, 0));
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
    FunctionNames names = metro(NAMES, mappings);
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
