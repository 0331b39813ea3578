package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PendingLoadLimitTest {
  private static final int KIBIBYTE = 1024;

  private final PendingLoadLimit limit =
      new PendingLoadLimit(
          Settings.of("limits.script.pendingBytes", "120K").limits(ScriptLimits.DEFAULT));

  private static ScriptKey key(String host, int length) {
    String url = "https://" + host + "/" + "a".repeat(length) + ".js";
    return ScriptKey.of(ScriptRefs.of(url));
  }

  /** Reserves memory for loads of 4 KB until the limit refuses one. */
  private List<PendingLoadLimit.Reservation> fill(String host) {
    List<PendingLoadLimit.Reservation> reservations = new ArrayList<>();
    ScriptKey key = key(host, 1);
    PendingLoadLimit.Reservation reserved = reserve4K(key);
    while (reserved != null) {
      reservations.add(reserved);
      reserved = reserve4K(key);
    }
    return reservations;
  }

  private PendingLoadLimit.Reservation reserve4K(ScriptKey key) {
    return limit.reserve(key, 4 * KIBIBYTE - PendingLoadLimit.memoryOf(key));
  }

  @Test
  void loadTakesMoreThanItsUrl() {
    ScriptKey key = key("a.example", 8000);
    PendingLoadLimit.Reservation reserved = Objects.requireNonNull(limit.reserve(key, 0));
    assertTrue(limit.used() > 2L * key.name().length(), "used: " + limit.used());
    reserved.close();
    reserved.close();
    assertEquals(0, limit.used());
  }

  @Test
  void originTakesNoMoreThanAllLeaveFree() {
    assertEquals(15, fill("a.example").size());
    assertEquals(7, fill("b.example").size());
    assertEquals(4, fill("c.example").size());
  }

  @Test
  void closedReservationIsFreeAgain() {
    List<PendingLoadLimit.Reservation> reservations = fill("a.example");
    assertNull(reserve4K(key("a.example", 1)));
    reservations.get(0).close();
    assertNotNull(reserve4K(key("a.example", 1)));
  }

  /** A caller that joins an ended load gets the result at once and takes no memory. */
  @Test
  void waitingCallerIsChargedUntilTheLoadEnds() {
    PendingLoadLimit.Reservation reserved =
        Objects.requireNonNull(limit.reserve(key("a.example", 1), 0));
    assertTrue(reserved.grow(50 * KIBIBYTE));
    assertFalse(reserved.grow(50 * KIBIBYTE));
    reserved.close();
    assertTrue(reserved.grow(500 * KIBIBYTE));
    assertEquals(0, limit.used());
  }
}
