package dev.symbolicator.symbolication;

import dev.symbolicator.config.AtLeastOne;
import dev.symbolicator.config.PositiveDuration;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Configures the limits of one request. {@code docs/configuration.md} describes each key. */
@ConfigMapping(prefix = "symbolicator.symbolication")
public interface SymbolicationConfig {
  @WithDefault("10S")
  @WithConverter(PositiveDuration.class)
  Duration deadline();

  @WithDefault("200")
  @WithConverter(AtLeastOne.class)
  int maxScripts();

  @WithDefault("20")
  @WithConverter(AtLeastOne.class)
  int maxOrigins();
}
