package dev.symbolicator.redis;

import dev.symbolicator.config.PositiveDuration;
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
}
