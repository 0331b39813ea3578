package dev.symbolicator.redis;

import dev.symbolicator.config.AtLeastOne;
import dev.symbolicator.config.PositiveDuration;
import dev.symbolicator.config.PositiveSize;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** How instances share symbol tables through Redis or Valkey, which is optional. */
@ConfigMapping(prefix = "symbolicator.cache.redis")
public interface RedisConfig {

  /** Where it is, as in {@code redis://user:password@host:6379/0}. Nothing is shared if not set. */
  Optional<String> url();

  /**
   * A secret of at least 16 characters, the same for all instances: only what was written with it
   * is believed.
   */
  Optional<String> key();

  /** How long one command may take, and how long one load waits for all of its commands. */
  @WithDefault("50MS")
  @WithConverter(PositiveDuration.class)
  Duration timeout();

  /**
   * How long nothing is asked after failures in a row at most. After the first it is a 64th of
   * that.
   */
  @WithDefault("5S")
  @WithConverter(PositiveDuration.class)
  Duration pause();

  /** How many connections there are at most; each has one command under way. */
  @WithDefault("8")
  @WithConverter(AtLeastOne.class)
  int maxConnections();

  /** How many commands wait for a connection at most; one more counts as a failure. */
  @WithDefault("1000")
  @WithConverter(AtLeastOne.class)
  int maxWaiting();

  /** How long values are kept. */
  @WithDefault("7D")
  @WithConverter(PositiveDuration.class)
  Duration timeToLive();

  /** The largest value that is written or read. */
  @WithDefault("4M")
  @WithConverter(PositiveSize.class)
  MemorySize maxValueSize();

  /**
   * How long the others wait for the one instance that loads a script new to all. Less than a
   * request's deadline, so that those that wait for one that was killed have time to load it.
   */
  @WithDefault("4S")
  @WithConverter(PositiveDuration.class)
  Duration lease();
}
