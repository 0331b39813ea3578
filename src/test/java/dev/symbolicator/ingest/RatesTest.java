package dev.symbolicator.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RatesTest {
  private static final Duration WINDOW = Duration.ofMinutes(1);

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(1).toNanos());
  private final Rates rates = new Rates(3, WINDOW, now::get);

  private Duration next(String sender) {
    return rates.toWait(sender);
  }

  @Test
  void eachSenderHasAWindowOfItsOwnFromTheFirstRequestOn() {
    for (int i = 0; i < 3; i++) {
      assertEquals(Duration.ZERO, next("a"));
    }
    assertEquals(WINDOW, next("a"));
    assertEquals(Duration.ZERO, next("b"));
    now.addAndGet(WINDOW.minusSeconds(1).toNanos()); // passes the largest number
    assertEquals(Duration.ofSeconds(1), next("a"));
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertEquals(Duration.ZERO, next("a"));
  }

  @Test
  void floodOfSendersIsForgotten() {
    int allowed = 0;
    for (int i = 0; i < 3 * Rates.MAX_SENDERS; i++) {
      allowed += next("sender " + i).isZero() ? 1 : 0;
    }
    assertEquals(3 * Rates.MAX_SENDERS, allowed);
    assertTrue(rates.senders() <= Rates.MAX_SENDERS, "senders: " + rates.senders());
  }
}
