package dev.symbolicator.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
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
    return key("default", host, length);
  }

  private static ScriptKey key(String scope, String host, int length) {
    return new ScriptKey(scope, "https://" + host + "/" + "a".repeat(length) + ".js");
  }

  /** Reserves memory for loads of 4 KB until the limit refuses one. */
  private List<PendingLoadLimit.Reservation> fill(String host) {
    return fill(key(host, 1));
  }

  private List<PendingLoadLimit.Reservation> fill(ScriptKey key) {
    List<PendingLoadLimit.Reservation> reservations = new ArrayList<>();
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

  /** Seven eighths of 30 loads are 26. */
  @Test
  void scopeLeavesAnEighthHoweverManyOriginsItHas() {
    for (int i = 0; i < 100; i++) {
      fill(key("one", i + ".example", 1));
    }
    assertEquals(26 * 4 * KIBIBYTE, limit.used());
    assertNotNull(reserve4K(key("two", "1.example", 1)));
  }

  @Test
  void scopesThatLoadFromOneOriginHaveSharesOfTheirOwn() {
    assertEquals(15, fill(key("one", "a.example", 1)).size());
    assertEquals(7, fill(key("two", "a.example", 1)).size());
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
