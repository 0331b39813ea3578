package dev.symbolicator.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LatestEntriesTest {
  @Test
  void keyThatWasAddedFirstIsForgottenFirst() {
    Map<String, Integer> entries = new LatestEntries<>(2);
    entries.put("a", 1);
    entries.put("b", 2);
    assertEquals(Map.of("a", 1, "b", 2), entries);
    entries.put("a", 3);
    entries.put("c", 4);
    assertEquals(Map.of("b", 2, "c", 4), entries);
  }
}
