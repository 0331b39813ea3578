package dev.symbolicator.maps.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.upload.SourceMapUploads.UploadRate;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UploadRateTest {
  private final AtomicLong now = new AtomicLong(-5);
  private final UploadRate rate = new UploadRate(3, now::get);

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private void beginThree() {
    for (int i = 0; i < 3; i++) {
      assertEquals(Duration.ZERO, rate.begin("team"));
    }
  }

  @Test
  void uploadsOfAMinuteMayBeginAtOnce() {
    beginThree();
    assertEquals(Duration.ofSeconds(20), rate.begin("team"));
  }

  @Test
  void refusedUploadIsNotCounted() {
    beginThree();
    assertTrue(rate.begin("team").toSeconds() > 0);
    pass(Duration.ofSeconds(20));
    assertEquals(Duration.ZERO, rate.begin("team"));
    assertEquals(Duration.ofSeconds(20), rate.begin("team"));
  }

  @Test
  void unusedUploadsAreSavedForOneMinuteOnly() {
    beginThree();
    pass(Duration.ofHours(1));
    beginThree();
    assertTrue(rate.begin("team").toNanos() <= TimeUnit.SECONDS.toNanos(20));
    assertTrue(rate.begin("team").toNanos() > 0);
  }

  @Test
  void scopesAreCountedApart() {
    beginThree();
    assertEquals(Duration.ZERO, rate.begin("other"));
  }
}
