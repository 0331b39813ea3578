package dev.symbolicator.maps.upload;

import dev.symbolicator.config.Converters.AtLeastOneByte;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/** Configures how much may be uploaded at once. */
@ConfigMapping(prefix = "symbolicator.maps")
public interface UploadConfig {

  /** Returns the size limit of an upload as it is sent. */
  @WithDefault("1G")
  @WithConverter(AtLeastOneByte.class)
  MemorySize maxUploadSize();
}
