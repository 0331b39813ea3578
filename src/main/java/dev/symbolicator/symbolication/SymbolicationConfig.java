package dev.symbolicator.symbolication;

import dev.symbolicator.config.Converters.AtLeastOne;
import dev.symbolicator.config.Converters.PositiveDuration;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Configures the limits of one request. */
@ConfigMapping(prefix = "symbolicator.symbolication")
public interface SymbolicationConfig {

  /**
   * Returns how long a request waits for scripts and maps after its body has arrived. Then the
   * request is answered with the scripts that are there.
   */
  @WithDefault("10S")
  @WithConverter(PositiveDuration.class)
  Duration deadline();

  /** Returns how many distinct scripts of one profile are looked for; others are skipped. */
  @WithDefault("200")
  @WithConverter(AtLeastOne.class)
  int maxScripts();

  /** Returns how many distinct origins a profile's scripts may have; others are skipped. */
  @WithDefault("20")
  @WithConverter(AtLeastOne.class)
  int maxOrigins();
}
