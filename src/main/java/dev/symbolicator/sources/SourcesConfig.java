package dev.symbolicator.sources;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Configures the treatment of original sources whose text is not in the source map. */
@ConfigMapping(prefix = "symbolicator.sources")
public interface SourcesConfig {

  /**
   * Tells whether such sources are fetched from their URLs. Sources are fetched only from the
   * origin of the script, the origin of the map, and allowed origins other than {@code *}.
   */
  @WithDefault("false")
  boolean fetch();
}
