package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymbolTest {
  private static Symbol named(String name) {
    return new Symbol("a.ts", 1, 2, name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "e", "get #value", "Cart.render~"})
  void printableAsciiIsPlain(String name) {
    assertTrue(named(name).hasPlainName());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\"", "\\", "\n", "größer", "\u0141", "\u007f", "a😀"})
  void otherNamesAreNotPlain(String name) {
    assertFalse(named(name).hasPlainName());
  }

  @Test
  void keptNameIsNotPlain() {
    assertFalse(new Symbol("a.ts", 1, 2, null).hasPlainName());
    assertEquals(new Symbol("a.ts", 1, 2, null), new Symbol("a.ts", 1, 2, null));
  }
}
