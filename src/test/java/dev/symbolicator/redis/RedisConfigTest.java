package dev.symbolicator.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.redis.RedisConfig.RedisLimits;
import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.testing.Settings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RedisConfigTest {
  private final RedisConfig defaults = Settings.of().read(RedisConfig.class);
  private final Duration deadline = Settings.of().read(SymbolicationConfig.class).deadline();

  @Test
  void commandTakesOneSecondAtMost() {
    assertEquals(Duration.ofSeconds(1), defaults.timeout());
  }

  /** A load that waited for a killed instance has time left to load the script itself. */
  @Test
  void lockEndsBeforeHalfOfARequestsTime() {
    Duration lock = RedisLimits.DEFAULT.lock();
    assertTrue(lock.multipliedBy(2).compareTo(deadline) < 0);
    assertEquals(lock, ScriptLimits.DEFAULT.lockWait());
  }
}
