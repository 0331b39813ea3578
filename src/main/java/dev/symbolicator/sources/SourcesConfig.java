package dev.symbolicator.sources;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Configures the treatment of original sources whose text is not in the source map. */
@ConfigMapping(prefix = "symbolicator.sources")
public interface SourcesConfig {

  /**
   * Tells whether such sources are fetched from their URLs. Only URLs at the origin of the script,
   * at that of the map, and at origins that are listed otherwise than by a star are asked.
   */
  @WithDefault("false")
  boolean fetch();
}
