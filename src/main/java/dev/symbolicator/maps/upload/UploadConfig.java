package dev.symbolicator.maps.upload;

import dev.symbolicator.config.AtLeastOneByte;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/**
 * Configures how much may be uploaded at once. {@code docs/configuration.md} describes each key.
 */
@ConfigMapping(prefix = "symbolicator.maps")
public interface UploadConfig {
  @WithDefault("1G")
  @WithConverter(AtLeastOneByte.class)
  MemorySize maxUploadSize();
}
