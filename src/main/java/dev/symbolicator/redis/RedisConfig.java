package dev.symbolicator.redis;

import dev.symbolicator.config.Converters.PositiveDuration;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/**
 * Configures how instances share symbol tables through Redis or Valkey, which is optional. {@code
 * docs/configuration.md} describes each key.
 */
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
   * The fixed limits of Redis.
   *
   * @param connections the most connections, each with one command under way
   * @param waiting the most commands that wait for a connection; one more is not sent
   * @param valueBytes the largest value that is written or read, in bytes with its seal
   * @param pause the time without commands after a failure
   * @param lock the time after which a lock ends that nobody releases
   */
  public record RedisLimits(
      int connections, int waiting, int valueBytes, Duration pause, Duration lock) {

    /** The limits of the service; tests bring their own. */
    public static final RedisLimits DEFAULT =
        new RedisLimits(8, 1_000, 4 << 20, Duration.ofSeconds(5), Duration.ofSeconds(4));
  }
}
