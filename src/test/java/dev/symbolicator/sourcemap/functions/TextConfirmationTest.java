package dev.symbolicator.sourcemap.functions;

import static dev.symbolicator.sourcemap.functions.NamingMaps.at;
import static dev.symbolicator.sourcemap.functions.NamingMaps.map;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Names in scopes count if the source's text confirms them. */
class TextConfirmationTest {

  /**
   * Returns the functions of a map with "outer" from 0:0 to 9:0, and with an inner function from
   * 1:2 to 2:0.
   */
  private static FunctionNames names(String text, String inner) {
    return NamingMaps.names(json(text, List.of("outer", inner), "'BFAAA,BFBCC,CBA,CHA'"));
  }

  private static String json(String text, List<String> names, String scopes) {
    return "{'sourcesContent':['%s'],%s"
        .formatted(text, map(1, names, "scopes", scopes).substring(1));
  }

  @Test
  void nameInTextCounts() {
    FunctionNames names = names("function outer() {\\n  function inner() {}", "inner");
    assertEquals("outer", at(names, 0, 0));
    assertEquals("inner", at(names, 1, 2));
    assertEquals(0, names.problems());
  }

  @Test
  void nameMayStandBeforeItsFunction() {
    FunctionNames names = names("outer=()=>{inner=\\n\\n ()=>{}", "inner");
    assertEquals("inner", at(names, 1, 2));
  }

  @Test
  void lastPartOfNameIsLookedFor() {
    assertEquals("A.get x", at(names("outer\\u2028  get x(){}", "A.get x"), 1, 2));
  }

  @Test
  void nameMissingFromTextIsIgnored() {
    FunctionNames names = names("function outer() {\\n  function inner() {}", "n");
    assertEquals("outer", at(names, 0, 0));
    assertEquals("-", at(names, 1, 2));
    assertEquals(0, names.problems());
  }

  @Test
  void nameFarFromItsFunctionIsIgnored() {
    String near = " ".repeat(57);
    assertEquals("inner", at(names("outer\\n  " + near + " inner", "inner"), 1, 2));
    assertEquals("-", at(names("outer\\n  " + near + " ".repeat(8) + "inner", "inner"), 1, 2));
  }

  @Test
  void allNamesAreIgnoredIfMostAreMissingFromText() {
    for (String scopes : List.of("'BFAAA,BFBCC,CBA,CHA'", "['BFAAA,BFBCC,CBA,CHA']")) {
      FunctionNames names =
          NamingMaps.names(json("function f() {}", List.of("outer", "inner"), scopes));
      assertEquals("-", at(names, 0, 0));
      assertEquals("-", at(names, 1, 2));
      assertEquals(1, names.problems());
    }
  }

  @Test
  void positionOutsideOfTextConfirmsNoName() {
    FunctionNames names = names("outer", "inner");
    assertEquals("outer", at(names, 0, 0));
    assertEquals("-", at(names, 1, 2));
  }

  @Test
  void allNamesCountWithoutText() {
    FunctionNames names =
        NamingMaps.names(map(1, List.of("outer", "n"), "scopes", "'BFAAA,BFBCC,CBA,CHA'"));
    assertEquals("n", at(names, 1, 2));
  }

  /** Scopes of "outer" from 0:0 to 9:0 and of another name from 1:2 to 2:0. */
  private static String innerAt(String line, String inner) {
    String scopes = map(1, List.of("outer", inner), "scopes", "'BFAAA,BFBCC,CBA,CHA'");
    String json = "{'sourcesContent':['outer\\n%s'],%s".formatted(line, scopes.substring(1));
    return at(NamingMaps.names(json), 1, 2);
  }

  @Test
  void nameSixtyFourCharactersBehindTheStartIsTold() {
    String start = "  " + " ".repeat(64);
    assertEquals("inner", innerAt(start + "inner", "inner"));
    assertEquals("-", innerAt(start + " inner", "inner"));
  }

  @Test
  void nameOf128CharactersIsLookedForAndALongerOneIsNot() {
    String longest = "n".repeat(128);
    assertEquals(longest, innerAt("  " + longest, longest));
    assertEquals("-", innerAt("  " + longest + "n", longest + "n"));
  }
}
