package dev.symbolicator.store;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.store.LayeredStore.Pause;
import dev.symbolicator.testing.MovableClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PauseTest {
  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private final MovableClock clock = new MovableClock();
  private final Pause pause = new Pause(Duration.ofMinutes(1), clock);

  @Test
  void pauseIsOnForItsLengthAfterAFailure() {
    assertFalse(pause.isOn());
    pause.begin();
    assertTrue(pause.isOn());
    clock.pass(pause.length().minus(MILLISECOND));
    assertTrue(pause.isOn());
    clock.pass(MILLISECOND);
    assertFalse(pause.isOn());
  }

  @Test
  void onlyTheFirstFailureOfARunIsTheFirst() {
    assertTrue(pause.begin());
    assertFalse(pause.begin());
    clock.pass(pause.length());
    assertFalse(pause.begin());
    clock.pass(pause.length());
    pause.end();
    assertTrue(pause.begin());
  }

  @Test
  void runOfFailuresEndsWithTheFirstSuccessAfterThePause() {
    assertFalse(pause.end());
    pause.begin();
    assertFalse(pause.end()); // the try began before the failure
    assertTrue(pause.isFailing());
    clock.pass(pause.length());
    assertTrue(pause.isFailing());
    assertTrue(pause.end());
    assertFalse(pause.isFailing());
    assertFalse(pause.end());
  }

  @Test
  void clockThatIsSetBackEndsThePause() {
    pause.begin();
    clock.pass(Duration.ofDays(-1));
    assertFalse(pause.isOn());
  }
}
