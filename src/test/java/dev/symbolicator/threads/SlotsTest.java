package dev.symbolicator.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.threads.Slots.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotsTest {
  private final List<String> started = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();

  /** Returns the turn of a key, which a group in upper case may precede. */
  private static Turn turn(String key) {
    boolean hasGroup = Character.isUpperCase(key.charAt(0));
    return new Turn(hasGroup ? key.substring(0, 1) : "", hasGroup ? key.substring(1) : key);
  }

  /** Returns a job that is named by its turn and a digit. */
  private Slots.Job job(String name) {
    return new Slots.Job() {
      @Override
      public void run() {
        started.add(name);
      }

      @Override
      public void refuse() {
        refused.add(name);
      }
    };
  }

  private static Turn turnOf(String job) {
    return turn(job.substring(0, job.length() - 1));
  }

  /**
   * Starts jobs like {@code Aa1}, the first of the key {@code a} in the group {@code A}, and ends
   * one of a key by {@code -Aa}.
   *
   * @param limits how many jobs run, run of one key, and wait
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # jobs beyond the slots wait in order
          2 2 10 | a1 a2 a3 a4                         | a1 a2             |
          2 2 10 | a1 a2 a3 a4 -a                      | a1 a2 a3          |
          2 2 10 | a1 a2 a3 a4 -a -a -a -a a5          | a1 a2 a3 a4 a5    |
          # a key at its limit leaves slots to other keys
          3 2 10 | a1 a2 a3 b1 -b                      | a1 a2 b1          |
          3 2 10 | a1 a2 a3 b1 -b -a                   | a1 a2 b1 a3       |
          # waiting keys take turns
          1 1 10 | a1 a2 a3 b1 c1 -a -a -b -c -a       | a1 a2 b1 c1 a3    |
          # a full queue refuses a job of another key
          1 1 1  | a1 a2 b1 -a -a                      | a1 a2             | b1
          # the longest line of a full queue loses its last job to another key
          1 1 3  | a1 a2 a3 a4 b1 c1                   | a1                | a4 a3
          # unless every line is as short, or its own is the longest
          1 1 3  | a1 a2 a3 a4 b1 c1 d1 a5 -a -a -b -c | a1 a2 b1 c1       | a4 a3 d1 a5
          # a group that is alone has all slots
          3 3 10 | Aa1 Ab1 Ac1                         | Aa1 Ab1 Ac1       |
          # a free slot goes to the group with the fewest running jobs
          3 3 20 | Aa1 Ab1 Ac1 Ad1 Ae1 Af1 Bz1 Bz2 Bz3 -Aa -Bz -Bz     | Aa1 Ab1 Ac1 Bz1 Bz2 Bz3     |
          3 3 20 | Aa1 Ab1 Ac1 Ad1 Ae1 Af1 Bz1 Bz2 Bz3 -Aa -Bz -Bz -Bz | Aa1 Ab1 Ac1 Bz1 Bz2 Bz3 Ad1 |
          # groups of one slot take turns however many keys each has
          1 1 20 | Aa1 Ab1 Ac1 Ad1 Bz1 Bz2 Cy1 -Aa -Ab -Bz -Cy -Ac -Bz | Aa1 Ab1 Bz1 Cy1 Ac1 Bz2 Ad1 |
          # the limit of a key counts the jobs of all groups
          9 1 9  | Aa1 Ba1                             | Aa1               |
          9 1 9  | Aa1 Ba1 -Aa                         | Aa1 Ba1           |
          # the largest group of a full queue loses a job to a smaller group, unless both are equal
          1 1 4  | Aa1 Ab1 Ac1 Ad1 Ae1 Bz1 Bz2 Bz3 -Aa -Ad -Bz -Ae     | Aa1 Ad1 Bz1 Ae1 Bz2 | Ab1 Ac1 Bz3
          # a group that comes back has its full share
          1 1 1  | Aa1 -Aa Aa2 -Aa Aa3 -Aa             | Aa1 Aa2 Aa3       |
          """)
  void jobsStartWhenTheirTurnComes(String limits, String events, String running, String lost) {
    String[] most = limits.strip().split(" ", -1);
    Slots slots =
        new Slots(Integer.parseInt(most[0]), Integer.parseInt(most[1]), Integer.parseInt(most[2]));
    for (String event : events.split(" ", -1)) {
      if (event.startsWith("-")) {
        slots.end(turn(event.substring(1)));
      } else {
        slots.start(turnOf(event), job(event));
      }
    }
    assertEquals(running, String.join(" ", started));
    assertEquals(lost == null ? "" : lost, String.join(" ", refused));
  }

  @Test
  void removedJobLeavesItsPlaceInTheQueue() {
    Slots slots = new Slots(1, 1, 1);
    slots.start(turn("a"), job("a1"));
    Slots.Job waiting = job("waiting");
    slots.start(turn("a"), waiting);
    assertTrue(slots.remove(turn("a"), waiting));
    assertFalse(slots.remove(turn("a"), waiting));
    slots.start(turn("a"), job("a2"));
    slots.end(turn("a"));
    slots.end(turn("a"));
    assertEquals(List.of("a1", "a2"), started);
    assertEquals(List.of(), refused);
  }

  private final RuntimeException thrown =
      new IllegalStateException("made for this test", new RuntimeException("its own cause"));

  @Test
  void causeIsTheThrownExceptionAtEveryStage() {
    CompletableFuture<String> failed = CompletableFuture.failedFuture(thrown);
    for (CompletableFuture<String> stage : List.of(failed, failed.thenApply(never -> never))) {
      AtomicReference<Throwable> seen = new AtomicReference<>();
      CompletableFuture<String> unused =
          stage.whenComplete((never, fault) -> seen.set(Futures.cause(fault)));
      assertSame(thrown, seen.get());
    }
  }

  @Test
  void wrapperWithoutACauseIsItsOwnCause() {
    CompletionException empty = new CompletionException(null);
    assertSame(empty, Futures.cause(empty));
  }
}
