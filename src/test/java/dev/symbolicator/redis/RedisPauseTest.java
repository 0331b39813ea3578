package dev.symbolicator.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.MovableClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RedisPauseTest {
  private final MovableClock clock = new MovableClock();
  private final RedisPause pause = new RedisPause(Duration.ofMillis(6400), clock);

  private void passes(long millis) {
    clock.pass(Duration.ofMillis(millis - 1));
    assertTrue(pause.isOn());
    clock.pass(Duration.ofMillis(1));
    assertFalse(pause.isOn());
  }

  @Test
  void eachFailureInARowIsFollowedByAPauseTwiceAsLongUpToTheLongest() {
    for (long millis : new long[] {100, 200, 400, 800, 1600, 3200, 6400, 6400}) {
      assertEquals(millis, pause.begin());
      passes(millis);
    }
    assertTrue(pause.isRepeated());
  }

  @Test
  void commandsThatFailTogetherAreOneFailure() {
    assertEquals(100, pause.begin());
    assertEquals(0, pause.begin());
    assertFalse(pause.isRepeated());
    passes(100);
    assertEquals(200, pause.begin());
  }

  @Test
  void aSuccessBeginsAnew() {
    pause.begin();
    passes(100);
    pause.begin();
    pause.end();
    passes(200);
    assertEquals(100, pause.begin());
    assertFalse(pause.isRepeated());
  }
}
