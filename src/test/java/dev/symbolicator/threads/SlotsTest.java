package dev.symbolicator.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotsTest {
  private final List<String> started = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();

  /** Starts a job whose key is its name's first letter; false if the job was refused. */
  private boolean start(Slots slots, String job) {
    slots.start(
        job.substring(0, 1),
        new Slots.Job() {
          @Override
          public void run() {
            started.add(job);
          }

          @Override
          public void refuse() {
            refused.add(job);
          }
        });
    return !refused.contains(job);
  }

  @Test
  void jobsBeyondTheSlotsWaitInOrder() {
    Slots slots = new Slots(2, 2, 10);
    for (String job : List.of("a1", "a2", "a3", "a4")) {
      assertTrue(start(slots, job));
    }
    assertEquals(List.of("a1", "a2"), started);
    slots.end("a");
    assertEquals(List.of("a1", "a2", "a3"), started);
    slots.end("a");
    slots.end("a");
    slots.end("a");
    assertEquals(List.of("a1", "a2", "a3", "a4"), started);
    assertTrue(start(slots, "a5"));
    assertEquals(List.of("a1", "a2", "a3", "a4", "a5"), started);
  }

  @Test
  void keyAtItsLimitLeavesSlotsToOtherKeys() {
    Slots slots = new Slots(3, 2, 10);
    for (String job : List.of("a1", "a2", "a3", "b1")) {
      assertTrue(start(slots, job));
    }
    assertEquals(List.of("a1", "a2", "b1"), started);
    slots.end("b");
    assertEquals(List.of("a1", "a2", "b1"), started);
    slots.end("a");
    assertEquals(List.of("a1", "a2", "b1", "a3"), started);
  }

  @Test
  void waitingKeysTakeTurns() {
    Slots slots = new Slots(1, 1, 10);
    for (String job : List.of("a1", "a2", "a3", "b1", "c1")) {
      assertTrue(start(slots, job));
    }
    for (String key : List.of("a", "a", "b", "c", "a")) {
      slots.end(key);
    }
    assertEquals(List.of("a1", "a2", "b1", "c1", "a3"), started);
  }

  @Test
  void fullQueueRefusesAJobOfAnotherKey() {
    Slots slots = new Slots(1, 1, 1);
    assertTrue(start(slots, "a1"));
    assertTrue(start(slots, "a2"));
    assertFalse(start(slots, "b1"));
    slots.end("a");
    slots.end("a");
    assertEquals(List.of("a1", "a2"), started);
  }

  @Test
  void longestLineOfAFullQueueLosesItsLastJobToAnotherKey() {
    Slots slots = new Slots(1, 1, 3);
    for (String job : List.of("a1", "a2", "a3", "a4", "b1", "c1")) {
      assertTrue(start(slots, job));
    }
    assertEquals(List.of("a4", "a3"), refused);
    assertFalse(start(slots, "d1"), "every line is as short as d's would be");
    assertFalse(start(slots, "a5"), "a's own line is the longest");
    for (String key : List.of("a", "a", "b", "c")) {
      slots.end(key);
    }
    assertEquals(List.of("a1", "a2", "b1", "c1"), started);
  }
}
