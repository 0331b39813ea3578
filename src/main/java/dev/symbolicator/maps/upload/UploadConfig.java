package dev.symbolicator.maps.upload;

import dev.symbolicator.config.AtLeastOne;
import dev.symbolicator.config.AtLeastOneByte;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/** Configures how much may be uploaded. */
@ConfigMapping(prefix = "symbolicator.maps")
public interface UploadConfig {

  /** Returns the size limit of an upload as it is sent. */
  @WithDefault("1G")
  @WithConverter(AtLeastOneByte.class)
  MemorySize maxUploadSize();

  /** Returns how many uploads of one scope may begin in a minute; further ones get 429. */
  @WithDefault("600")
  @WithConverter(AtLeastOne.class)
  int uploadsPerMinute();
}
