package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotsTest {
  private final List<Integer> started = new ArrayList<>();

  private boolean start(Slots slots, int job) {
    return slots.start(() -> started.add(job));
  }

  @Test
  void jobsBeyondTheSlotsWaitInOrder() {
    Slots slots = new Slots(2, 10);
    for (int job = 1; job <= 4; job++) {
      assertTrue(start(slots, job));
    }
    assertEquals(List.of(1, 2), started);
    slots.end();
    assertEquals(List.of(1, 2, 3), started);
    slots.end();
    slots.end();
    slots.end();
    assertEquals(List.of(1, 2, 3, 4), started);
    assertTrue(start(slots, 5));
    assertEquals(List.of(1, 2, 3, 4, 5), started);
  }

  @Test
  void aFullQueueTakesNothingMore() {
    Slots slots = new Slots(1, 1);
    assertTrue(start(slots, 1));
    assertTrue(start(slots, 2));
    assertFalse(start(slots, 3));
    slots.end();
    slots.end();
    assertEquals(List.of(1, 2), started);
  }
}
