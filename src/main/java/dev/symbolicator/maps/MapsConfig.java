package dev.symbolicator.maps;

import dev.symbolicator.config.PositiveDuration;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/**
 * Configures how many source maps a scope may upload, and how long they are kept. {@code
 * docs/configuration.md} describes each key.
 */
@ConfigMapping(prefix = "symbolicator.maps")
public interface MapsConfig {
  @WithDefault("10G")
  MemorySize maxSize();

  @WithDefault("90D")
  @WithConverter(PositiveDuration.class)
  Duration retention();
}
