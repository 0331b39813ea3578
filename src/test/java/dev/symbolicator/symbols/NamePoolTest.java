package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.memory.Allowance;
import org.junit.jupiter.api.Test;

class NamePoolTest {
  @Test
  void aNameOfJustTheLimitIsTakenAndALongerOneIsNot() {
    NamePool names = new NamePool(10, Allowance.unlimited());
    assertEquals(NamePool.NONE, names.add("n".repeat(11)));
    assertEquals(0, names.add("n".repeat(10)));
    assertEquals(0, names.add("n".repeat(10)));
  }
}
