package dev.symbolicator.sink;

import dev.symbolicator.config.Converters.AtLeastOneByte;
import dev.symbolicator.config.Converters.PositiveDuration;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Configures the folder for profiles of pages, where there is no topic. */
@ConfigMapping(prefix = "symbolicator.sink")
public interface SinkConfig {
  Optional<String> directory();

  /** Returns the kind of rows to keep in place of profiles, as the parameter {@code rows}. */
  @WithDefault("none")
  String rows();

  @WithDefault("1G")
  @WithConverter(AtLeastOneByte.class)
  MemorySize maxSize();

  @WithDefault("60S")
  @WithConverter(PositiveDuration.class)
  Duration segmentAge();
}
