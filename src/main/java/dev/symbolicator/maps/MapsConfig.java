package dev.symbolicator.maps;

import dev.symbolicator.config.Converters.PositiveDuration;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Configures how many source maps a scope may upload, and how long they are kept. */
@ConfigMapping(prefix = "symbolicator.maps")
public interface MapsConfig {

  /** Returns the size of all uploaded maps and scripts of one scope, inflated. */
  @WithDefault("10G")
  MemorySize maxSize();

  /** Returns how long a release's maps are kept after their last use. */
  @WithDefault("90D")
  @WithConverter(PositiveDuration.class)
  Duration retention();
}
