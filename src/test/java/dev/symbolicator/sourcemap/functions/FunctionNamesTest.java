package dev.symbolicator.sourcemap.functions;

import static dev.symbolicator.sourcemap.functions.NamingMaps.METRO;
import static dev.symbolicator.sourcemap.functions.NamingMaps.PASTA;
import static dev.symbolicator.sourcemap.functions.NamingMaps.SCOPES;
import static dev.symbolicator.sourcemap.functions.NamingMaps.at;
import static dev.symbolicator.sourcemap.functions.NamingMaps.map;
import static dev.symbolicator.sourcemap.functions.NamingMaps.metroEntry;
import static dev.symbolicator.sourcemap.functions.NamingMaps.names;
import static dev.symbolicator.sourcemap.functions.NamingMaps.read;
import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.sourcemap.functions.OriginalNames.NameReading;
import dev.symbolicator.sourcemap.functions.OriginalNames.OriginalName;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FunctionNamesTest {

  /** The scope of the function {@code names[0]}, from 0:0 to 1:0. */
  private static final String SCOPE = "'BFAAA,CBA'";

  private static final String NO_MEMBER = "{'version':3,'sources':['s'],'names':[],'mappings':''}";

  @Test
  void mapThatNamesNoFunctionsIsEmpty() {
    FunctionNames names = names(NO_MEMBER);
    assertTrue(names.isEmpty());
    assertNull(names.at(0, 0, 0));
    assertFalse(names(map(1, List.of(), SCOPES, "''")).isEmpty());
  }

  @Test
  void anyPositionMayBeAskedFor() {
    FunctionNames names = names(map(2, List.of("f"), SCOPES, "[" + SCOPE + "]"));
    assertEquals("f", at(names, 0, 0, Integer.MAX_VALUE));
    assertNull(names.at(0, -1, 0));
    assertNull(names.at(0, 0, -1));
    for (int source : new int[] {-1, 1, 2, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertNull(names.at(source, 0, 0));
    }
    assertEquals(0, names.problems());
  }

  @Test
  void sectionsHaveTheirOwnSourcesAndNames() {
    String json =
        "{'version':3,'sections':["
            + section(0, map(1, List.of("a"), SCOPES, SCOPE))
            + ","
            + section(1, NO_MEMBER)
            + ","
            + section(2, map(0, List.of("unused"), SCOPES, "''"))
            + ","
            + section(3, map(2, List.of("b"), SCOPES, "[null," + SCOPE + "]"))
            + ","
            + section(4, map(1, List.of("c"), METRO, metroEntry(List.of("d"), "AAA")))
            + "]}";
    FunctionNames names = names(json);
    assertEquals("a", at(names, 0, 0, 0));
    assertEquals("-", at(names, 1, 0, 0));
    assertEquals("-", at(names, 2, 0, 0));
    assertEquals("b", at(names, 3, 0, 0));
    assertEquals("d", at(names, 4, 0, 0));
    assertEquals("-", at(names, 5, 0, 0));
    assertEquals(0, names.problems());
  }

  @Test
  void malformedSectionDoesNotAffectOthers() {
    String json =
        "{'version':3,'sections':["
            + section(0, map(2, List.of("a"), SCOPES, "'BFAAA,CBA,CBA'"))
            + ","
            + section(1, map(1, List.of("b"), SCOPES, SCOPE))
            + "]}";
    FunctionNames names = names(json);
    assertEquals("-", at(names, 0, 0, 0));
    assertEquals("-", at(names, 1, 0, 0));
    assertEquals("b", at(names, 2, 0, 0));
    assertEquals(1, names.problems());
  }

  @Test
  void scopesAreAskedBeforePastaAndMetro() {
    String others =
        "'" + PASTA + "':['CAACA'],'" + METRO + "':" + metroEntry(List.of("metro"), "AAA");
    String json = map(1, List.of("scope", "pasta"), SCOPES, SCOPE);
    FunctionNames all = names("{" + others + "," + json.substring(1));
    assertEquals("scope", at(all, 0, 0));
    assertEquals("pasta", at(all, 1, 0));
    assertEquals("metro", at(all, 2, 0));
    FunctionNames malformed =
        names("{" + others + "," + json.replace("BFAAA", "BFAA").substring(1));
    assertEquals("pasta", at(malformed, 0, 0));
    assertEquals(1, malformed.problems());
  }

  @Test
  void sourceIsDecodedOnDemand() {
    FunctionNames names = names(map(3, List.of("f"), SCOPES, "[" + SCOPE + ",'C','C']"));
    assertEquals(0, names.problems());
    assertEquals("f", at(names, 0, 0, 0));
    assertEquals(0, names.problems());
    assertEquals("-", at(names, 1, 0, 0));
    assertEquals("-", at(names, 1, 0, 0));
    assertEquals(1, names.problems());
  }

  @Test
  void entriesBeyondTheSourcesAreIgnored() {
    FunctionNames names = names(map(1, List.of("f"), SCOPES, "[" + SCOPE + ",'C']"));
    assertNull(names.at(1, 0, 0));
    assertEquals(0, names.problems());
  }

  @Test
  void functionsBeyondLimitAreLeftOut() {
    // Each source has a function and two borders.
    String json = map(3, List.of("f"), SCOPES, "[" + SCOPE + "," + SCOPE + "," + SCOPE + "]");
    FunctionNames enough = FunctionNames.of(read(json), 9, plenty());
    FunctionNames tooFew = FunctionNames.of(read(json), 8, plenty());
    for (int source = 0; source < 3; source++) {
      assertEquals("f", at(enough, source, 0, 0));
      assertEquals(source < 2 ? "f" : "-", at(tooFew, source, 0, 0));
    }
    assertEquals(0, enough.problems());
    assertEquals(1, tooFew.problems());
  }

  @Test
  void deepNestingDoesNotSlowLookup() {
    int depth = 200_000;
    String scopes = "BFABA,".repeat(depth) + "CAB,".repeat(depth);
    String json =
        map(1, List.of("f"), SCOPES, "'" + scopes.substring(0, scopes.length() - 1) + "'");
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          FunctionNames names = names(json);
          for (int column = 1; column < 2 * depth; column++) {
            assertEquals("f", at(names, 0, column));
          }
          assertEquals("-", at(names, 0, 0));
          assertEquals("-", at(names, 0, 2 * depth));
          assertEquals(0, names.problems());
        });
  }

  @Test
  void longNameIsReadOnce() {
    String name = "n".repeat(OriginalNames.MAX_LENGTH);
    FunctionNames names = names(map(1, List.of(name), SCOPES, SCOPE));
    assertSame(names.at(0, 0, 0).name(), names.at(0, 0, 1).name());
    assertEquals(name, names.at(0, 0, 0).name());
  }

  @Test
  void nameBeyondMaxLengthIsIgnored() {
    String name = "n".repeat(OriginalNames.MAX_LENGTH + 1);
    assertNull(names(map(1, List.of(name), SCOPES, SCOPE)).at(0, 0, 0));
  }

  private static String section(int line, String map) {
    return "{'offset':{'line':%d,'column':0},'map':%s}".formatted(line, map);
  }

  @ParameterizedTest
  @CsvSource({
    "f,                      f,                 f",
    "C#method,               method,            C.method",
    "C.method,               method,            C.method",
    "C.prototype.method,     method,            C.method",
    "a.b.c,                  c,                 a.b.c",
    "a.b...y.z,              z,                 a.b.y.z",
    "A#b.c,                  c,                 A.b.c",
    "C#constructor,          C,                 new C",
    "a.C#constructor,        C,                 new a.C",
    "a.constructor,          constructor,       a.constructor",
    "C#get__x,               get x,             get C.x",
    "o.set__x,               set x,             set o.x",
    "get__x,                 get x,             get x",
    "get__,                  get__,             get__",
    "C#@@iterator,           [Symbol.iterator], C[Symbol.iterator]",
    "@@iterator,             [Symbol.iterator], [Symbol.iterator]",
    "View.props.onPress,     onPress,           View.props.onPress",
    "useMemo$argument_0#m,   m,                 m",
    "default,                default,           default",
  })
  void metroNameIsReadInBothStyles(String name, String v8, String qualified) {
    assertEquals(new OriginalName(v8, qualified), NameReading.metro(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<anonymous>", "xs.map$argument_0", "f$argument_12", ""})
  void metroFunctionWithoutOwnNameIsAnonymous(String name) {
    assertEquals(OriginalName.ANONYMOUS, NameReading.metro(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<global>", "constructor"})
  void metroNameThatIsNotTheFunctionsOwnIsIgnored(String name) {
    assertNull(NameReading.metro(name));
  }

  @ParameterizedTest
  @CsvSource({
    "f,                       f,       f",
    "C,                       C,       C",
    "C.prototype.method,      method,  C.method",
    "C.method,                method,  C.method",
    "C.prototype.get x,       get x,   get C.x",
    "C.set x,                 set x,   set C.x",
    "get x,                   get x,   get x",
    "C.prototype.#priv,       #priv,   C.#priv",
    "C.prototype.get #priv,   get #priv, get C.#priv",
    "<Object>.a,              a,       a",
    "o.a.b,                   b,       o.a.b",
    "<anonymous>.prototype.m, m,       m",
    "get__x,                  get__x,  get__x",
  })
  void pastaNameIsReadInBothStyles(String name, String v8, String qualified) {
    assertEquals(new OriginalName(v8, qualified), NameReading.pasta(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<top-level>", "<computed>", "C.prototype.<computed: key>"})
  void pastaNameThatIsNotTheFunctionsOwnIsIgnored(String name) {
    assertNull(NameReading.pasta(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<anonymous>", ""})
  void pastaFunctionWithoutOwnNameIsAnonymous(String name) {
    assertEquals(OriginalName.ANONYMOUS, NameReading.pasta(name));
  }
}
