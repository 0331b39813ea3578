package dev.symbolicator.redis;

import dev.symbolicator.config.Converters.PositiveDuration;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Configures Redis or Valkey, which is optional; see {@code docs/configuration.md}. */
@ConfigMapping(prefix = "symbolicator.cache.redis")
public interface RedisConfig {
  Optional<String> url();

  Optional<String> key();

  @WithDefault("1S")
  @WithConverter(PositiveDuration.class)
  Duration timeout();

  @WithDefault("7D")
  @WithConverter(PositiveDuration.class)
  Duration timeToLive();

  /**
   * Fixed limits.
   *
   * @param connections each with one command under way
   * @param waiting commands that wait for a connection
   * @param valueBytes the largest value, with its seal
   * @param pause time without commands after a failure
   * @param lock after which a lock ends by itself
   */
  public record RedisLimits(
      int connections, int waiting, int valueBytes, Duration pause, Duration lock) {

    public static final RedisLimits DEFAULT =
        new RedisLimits(8, 1_000, 4 << 20, Duration.ofSeconds(5), Duration.ofSeconds(4));
  }
}
