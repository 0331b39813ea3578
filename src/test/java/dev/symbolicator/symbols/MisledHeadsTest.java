package dev.symbolicator.symbols;

import static dev.symbolicator.symbols.Compiled.placeAt;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MisledHeadsTest {
  private static final String SOURCE =
      "function useItems(l) {\n  q(l); q(l); q(l);\n  return l.filter((i) => a(i) + b(i) + c(i));\n}";

  private static MapOf temp(String script) {
    return MapOf.of(script, SOURCE)
        .map("function t", "function")
        .map("a(i)", "a(i)")
        .map("b(i)", "b(i)")
        .map("c(i)", "c(i)");
  }

  /** React Compiler moves the callback out, and gives it the position of the function around. */
  @Test
  void functionMovedOutOfAnotherIsFoundByItsBody() {
    String script =
        "function u(l){q(l);q(l);q(l);return l.filter(t)}function t(i){return a(i)+b(i)+c(i)}";
    MapOf map =
        temp(script)
            .map("function u", "function")
            .map("q(l)", "q(l)")
            .map("q(l)#2", "q(l)#2")
            .map("q(l)#3", "q(l)#3");
    assertEquals("0:17 useItems", placeAt(script, "(l){", map));
    assertEquals("2:18 ", placeAt(script, "(i){", map));
  }

  @Test
  void functionWhoseBodyWasInlinedKeepsItsOwnOriginal() {
    String script = "function t(i){return a(i)+b(i)+c(i)}";
    assertEquals("0:17 useItems", placeAt(script, "(i){", temp(script)));
  }
}
