package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NamePoolTest {
  @Test
  void nameAtLimitIsTakenAndLongerNameIsNot() {
    NamePool names = new NamePool(10, plenty());
    assertEquals(NamePool.NONE, names.add("n".repeat(11)));
    assertEquals(0, names.add("n".repeat(10)));
    assertEquals(0, names.add("n".repeat(10)));
  }
}
