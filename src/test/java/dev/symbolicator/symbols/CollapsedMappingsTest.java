package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeAt;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Maps in which the text of the functions {@code m} and {@code n} is left out. */
class CollapsedMappingsTest {
  private static final String SOURCE = "function last() {\n  go();\n}";

  /** Maps the last of several calls in each function to a place, if there are that many. */
  private static MapOf map(String script, int calls, String last) {
    MapOf map = MapOf.of(script, SOURCE).map("function a", "function last").map("go()", "go");
    for (char function = 'm'; function <= 'n'; function++) {
      for (int call = 0; call < calls; call++) {
        map.map(function + "" + call + "()", call == calls - 1 ? last : "}");
      }
    }
    return map;
  }

  private static String script(int calls) {
    StringBuilder script = new StringBuilder("function a(){go()}");
    for (char function = 'm'; function <= 'n'; function++) {
      script.append("var ").append(function).append("=function").append('(').append("){");
      for (int call = 0; call < calls; call++) {
        script.append(function).append(call).append("();");
      }
      script.append("};");
    }
    return script.toString();
  }

  private static String place(int calls, String last) {
    String script = script(calls);
    return placeAt(script, "(){m0", map(script, calls, last));
  }

  @Test
  void functionsCollapsedToOnePlaceDoNotShareItsFunction() {
    assertEquals("-", place(8, "}"));
    String script = script(8);
    assertEquals("0:13 last", placeAt(script, "(){go", map(script, 8, "}")));
  }

  @Test
  void fewerSegmentsMayBeOfOneStatement() {
    assertEquals("0:13 last", place(7, "}"));
  }

  @Test
  void segmentsThatLeadToSeveralPlacesAreNotCollapsed() {
    assertEquals("0:13 last", place(8, "go"));
  }

  @Test
  void onlyFunctionOfAPlaceKeepsItsOriginal() {
    String script = script(8).replace("var n=", "var o=").replaceAll("n\\d\\(\\)", "");
    MapOf map = MapOf.of(script, SOURCE);
    for (int call = 0; call < 8; call++) {
      map.map("m" + call + "()", "}");
    }
    assertEquals("0:13 last", placeAt(script, "(){m0", map));
  }

  /** Babel maps all of a helper to one place, also the functions in it. */
  @Test
  void helpersMappedIntoAFunctionAreNotThatFunction() {
    String script =
        "function h(f){return function(){a(f),b(f),c(f),x(f),y(f);function k(v){d(v),e(v)}k(f)}}"
            + "var s=h(function(n){go(n)})";
    String source = "function start(n) {\n  // x\n  go(n);\n}";
    MapOf map = MapOf.of(script, source).map("function(n", "function").map("go(", "go(");
    for (String code :
        new String[] {
          "return",
          "function()",
          "a(f",
          "b(f",
          "c(f",
          "x(f",
          "y(f",
          "function k",
          "d(v",
          "e(v",
          "k(f"
        }) {
      map.map(code, "// x");
    }
    assertEquals("-", placeAt(script, "(f){return", map));
    assertEquals("-", placeAt(script, "(){a", map));
    assertEquals("-", placeAt(script, "(v)", map));
    assertEquals("0:14 start", placeAt(script, "(n){", map));
  }
}
