package dev.symbolicator.redis;

import dev.symbolicator.config.Converters.PositiveDuration;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Configures how instances share symbol tables through Redis or Valkey, which is optional. */
@ConfigMapping(prefix = "symbolicator.cache.redis")
public interface RedisConfig {

  /**
   * Returns the address: {@code redis://user:password@host:6379/0}, or {@code rediss://} for TLS.
   * Without an address, nothing is shared.
   */
  Optional<String> url();

  /**
   * Returns a secret of at least 16 characters, which all instances share. Only values that were
   * sealed with the secret are believed.
   */
  Optional<String> key();

  /** Returns the time limit of one command. */
  @WithDefault("1S")
  @WithConverter(PositiveDuration.class)
  Duration timeout();

  /** Returns the time that values are kept. */
  @WithDefault("7D")
  @WithConverter(PositiveDuration.class)
  Duration timeToLive();
}
