package dev.symbolicator.profile.v8;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.profile.v8.V8Format.ScriptIds;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScriptIdsTest {
  private static final int PAIRS = 16;

  @Test
  void sourceOfAScriptHasOneIdBehindTheLargest() {
    ScriptIds ids = new ScriptIds(7);
    assertTrue(ids.isEmpty());
    assertEquals(8, ids.of(0, "a.ts"));
    assertEquals(9, ids.of(1, "a.ts"));
    assertEquals(10, ids.of(0, "b.ts"));
    assertEquals(8, ids.of(0, "a.ts"));
    assertEquals(9, ids.of(1, "a.ts"));
    assertFalse(ids.isEmpty());
  }

  @Test
  void sourcesWithOneHashCodeTakeNoQuadraticTime() {
    ScriptIds ids = new ScriptIds(0);
    assertTimeoutPreemptively(
        Duration.ofSeconds(3),
        () -> {
          for (int i = 0; i < 1 << PAIRS; i++) {
            assertEquals(i + 1, ids.of(0, colliding(i)));
          }
        });
  }

  /** Returns one of 65,536 strings with one hash code: {@code Aa} and {@code BB} have the same. */
  private static String colliding(int number) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < PAIRS; bit++) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }
}
