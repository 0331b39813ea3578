package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.testing.TestTables;
import org.junit.jupiter.api.Test;

class MethodFitTest {
  /** The methods of the script, in their order. */
  private static final String[] METHODS = {"alpha", "gamma", "delta", "omega"};

  /** Returns a class of methods, one a line, which all have the same length. */
  private static String source(String... methods) {
    StringBuilder source = new StringBuilder("class Door {\n");
    for (String method : methods) {
      source.append(method).append("(x) { return x.go(() => x); }\n");
    }
    return source.append("}\n").toString();
  }

  private static String script(String... methods) {
    StringBuilder script = new StringBuilder("class t{");
    for (String method : methods) {
      script.append(method).append("(e){return e.go(()=>e)}");
    }
    return script.append('}').toString();
  }

  /** Compiles a script with a map into a source, but with the text of another version. */
  private static SymbolTable table(String script, String... ofText) {
    String source = source(METHODS);
    MapOf map = MapOf.of(script, "a.js", source).map("class", "class").map("t{", "Door");
    for (int i = 1; i <= METHODS.length; i++) {
      map.map("(e)#" + i, "(x)#" + i).map("e.go#" + i, "x.go#" + i).map("()=>#" + i, "() =>#" + i);
    }
    return TestTables.table(
        script,
        map.json().replace(source.replace("\n", "\\n"), source(ofText).replace("\n", "\\n")));
  }

  private static Symbol find(SymbolTable table, String script, String place, String name) {
    return table
        .lookup(NameStyle.V8, new RecentSymbols())
        .find(0, script.indexOf(place) + place.length(), name);
  }

  private static Symbol find(String place, String... ofText) {
    String script = script(METHODS);
    return find(table(script, ofText), script, place, place);
  }

  @Test
  void methodsOfTheirNamesFit() {
    assertEquals(new Symbol("a.js", 2, 5, "gamma"), find("gamma", METHODS));
  }

  @Test
  void methodsOfOtherNamesShowAnotherText() {
    String[] other = {"gamma", "delta", "alpha", "omega"};
    assertEquals(new Symbol("a.js", 1, 5, "gamma"), find("gamma", other));
    assertEquals(new Symbol("a.js", 4, 5, "omega"), find("omega", other));
    assertNull(find("gamma(e){return e.go(", other));
  }

  @Test
  void asManyMethodsOfTheirNamesAsOfOthersFit() {
    assertEquals(
        new Symbol("a.js", 2, 5, "alpha"), find("gamma", "gamma", "alpha", "delta", "omega"));
  }

  @Test
  void oneOtherNameMayBeASlip() {
    assertEquals(
        new Symbol("a.js", 1, 5, "gamma"), find("alpha", "gamma", "other", "others", "more"));
    assertEquals(
        new Symbol("a.js", 2, 5, "alpha"), find("alpha", "gamma", "alpha", "others", "more"));
  }

  @Test
  void renamedPropertiesSayNothing() {
    String script = script("aaa", "bbb", "ccc", "ddd");
    assertEquals(
        new Symbol("a.js", 2, 5, "gamma"), find(table(script, METHODS), script, "bbb", "bbb"));
  }
}
