package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NamePoolTest {
  @Test
  void nameAtLimitIsTakenAndLongerNameIsNot() {
    NamePool names = new NamePool(10, plenty());
    assertEquals(NamePool.NONE, names.add("n".repeat(11)));
    assertEquals(0, names.add("n".repeat(10)));
    assertEquals(0, names.add("n".repeat(10)));
  }

  /** 65,536 names with one {@link String#hashCode}: each by each, they take half a minute. */
  @Test
  void namesMadeToCollideDoNot() {
    int pairs = 16;
    NamePool names = new NamePool(2 * pairs, plenty());
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          for (int i = 0; i < 1 << pairs; i++) {
            StringBuilder name = new StringBuilder();
            for (int pair = 0; pair < pairs; pair++) {
              name.append((i >> pair & 1) == 0 ? "Aa" : "BB");
            }
            names.makeRoomFor(name.length());
            assertEquals(i, names.add(name.toString()));
          }
        });
  }
}
