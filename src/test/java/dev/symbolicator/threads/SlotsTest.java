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

  /** Returns the turn of a key, which a group in upper case may precede. */
  private static Turn turn(String key) {
    boolean hasGroup = Character.isUpperCase(key.charAt(0));
    return new Turn(hasGroup ? key.substring(0, 1) : "", hasGroup ? key.substring(1) : key);
  }

  /** Starts a job that is named by its turn and a digit; false if the job was refused. */
  private boolean start(Slots slots, String job) {
    slots.start(
        turn(job.substring(0, job.length() - 1)),
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
    slots.end(turn("a"));
    assertEquals(List.of("a1", "a2", "a3"), started);
    slots.end(turn("a"));
    slots.end(turn("a"));
    slots.end(turn("a"));
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
    slots.end(turn("b"));
    assertEquals(List.of("a1", "a2", "b1"), started);
    slots.end(turn("a"));
    assertEquals(List.of("a1", "a2", "b1", "a3"), started);
  }

  @Test
  void waitingKeysTakeTurns() {
    Slots slots = new Slots(1, 1, 10);
    for (String job : List.of("a1", "a2", "a3", "b1", "c1")) {
      assertTrue(start(slots, job));
    }
    for (String key : List.of("a", "a", "b", "c", "a")) {
      slots.end(turn(key));
    }
    assertEquals(List.of("a1", "a2", "b1", "c1", "a3"), started);
  }

  @Test
  void fullQueueRefusesAJobOfAnotherKey() {
    Slots slots = new Slots(1, 1, 1);
    assertTrue(start(slots, "a1"));
    assertTrue(start(slots, "a2"));
    assertFalse(start(slots, "b1"));
    slots.end(turn("a"));
    slots.end(turn("a"));
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
      slots.end(turn(key));
    }
    assertEquals(List.of("a1", "a2", "b1", "c1"), started);
  }

  @Test
  void removedJobLeavesItsPlaceInTheQueue() {
    Slots slots = new Slots(1, 1, 1);
    assertTrue(start(slots, "a1"));
    Slots.Job waiting =
        new Slots.Job() {
          @Override
          public void run() {
            started.add("waiting");
          }

          @Override
          public void refuse() {
            refused.add("waiting");
          }
        };
    slots.start(turn("a"), waiting);
    assertTrue(slots.remove(turn("a"), waiting));
    assertFalse(slots.remove(turn("a"), waiting));
    assertTrue(start(slots, "a2"));
    slots.end(turn("a"));
    slots.end(turn("a"));
    assertEquals(List.of("a1", "a2"), started);
    assertEquals(List.of(), refused);
  }

  @Test
  void groupAloneHasAllSlots() {
    Slots slots = new Slots(3, 3, 10);
    for (String job : List.of("Aa1", "Ab1", "Ac1")) {
      assertTrue(start(slots, job));
    }
    assertEquals(List.of("Aa1", "Ab1", "Ac1"), started);
  }

  @Test
  void freeSlotGoesToTheGroupWithTheFewestRunningJobs() {
    Slots slots = new Slots(3, 3, 20);
    for (String job : List.of("Aa1", "Ab1", "Ac1", "Ad1", "Ae1", "Af1", "Bz1", "Bz2", "Bz3")) {
      assertTrue(start(slots, job));
    }
    slots.end(turn("Aa"));
    slots.end(turn("Bz"));
    slots.end(turn("Bz"));
    assertEquals(List.of("Aa1", "Ab1", "Ac1", "Bz1", "Bz2", "Bz3"), started);
    slots.end(turn("Bz"));
    assertEquals("Ad1", started.get(6));
  }

  @Test
  void groupsOfOneSlotTakeTurnsHoweverManyKeysEachHas() {
    Slots slots = new Slots(1, 1, 20);
    for (String job : List.of("Aa1", "Ab1", "Ac1", "Ad1", "Bz1", "Bz2", "Cy1")) {
      assertTrue(start(slots, job));
    }
    for (String key : List.of("Aa", "Ab", "Bz", "Cy", "Ac", "Bz")) {
      slots.end(turn(key));
    }
    assertEquals(List.of("Aa1", "Ab1", "Bz1", "Cy1", "Ac1", "Bz2", "Ad1"), started);
  }

  @Test
  void limitOfAKeyCountsTheJobsOfAllGroups() {
    Slots slots = new Slots(9, 1, 9);
    assertTrue(start(slots, "Aa1"));
    assertTrue(start(slots, "Ba1"));
    assertEquals(List.of("Aa1"), started);
    slots.end(turn("Aa"));
    assertEquals(List.of("Aa1", "Ba1"), started);
  }

  @Test
  void largestGroupOfAFullQueueLosesAJobToASmallerGroup() {
    Slots slots = new Slots(1, 1, 4);
    for (String job : List.of("Aa1", "Ab1", "Ac1", "Ad1", "Ae1")) {
      assertTrue(start(slots, job));
    }
    assertTrue(start(slots, "Bz1"));
    assertTrue(start(slots, "Bz2"));
    assertEquals(2, refused.size());
    assertFalse(start(slots, "Bz3"), "both groups have as many waiting jobs");
    for (String key : List.of("Aa", "Ad", "Bz", "Ae")) {
      slots.end(turn(key));
    }
    assertEquals(List.of("Aa1", "Ad1", "Bz1", "Ae1", "Bz2"), started);
  }

  /** A group is forgotten once none of its jobs runs or waits. */
  @Test
  void groupThatComesBackHasItsFullShare() {
    Slots slots = new Slots(1, 1, 1);
    for (int round = 0; round < 3; round++) {
      assertTrue(start(slots, "Aa" + round));
      slots.end(turn("Aa"));
    }
    assertEquals(3, started.size());
  }
}
