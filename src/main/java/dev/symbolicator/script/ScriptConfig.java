package dev.symbolicator.script;

import dev.symbolicator.config.AtLeastOne;
import dev.symbolicator.config.PositiveDuration;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/**
 * Configures how long and how many scripts are remembered. {@code docs/configuration.md} describes
 * each key.
 */
@ConfigMapping(prefix = "symbolicator.cache")
public interface ScriptConfig {
  @WithDefault("500")
  @WithConverter(AtLeastOne.class)
  int maxScripts();

  Optional<MemorySize> maxSize();

  @WithDefault("1M")
  @WithConverter(PositiveDuration.class)
  Duration minFresh();

  @WithDefault("1D")
  @WithConverter(PositiveDuration.class)
  Duration maxFresh();

  @WithDefault("7D")
  @WithConverter(PositiveDuration.class)
  Duration maxStale();

  @WithDefault("1M")
  @WithConverter(PositiveDuration.class)
  Duration missesTimeToLive();

  @WithDefault("5S")
  @WithConverter(PositiveDuration.class)
  Duration failuresTimeToLive();
}
