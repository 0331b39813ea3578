package dev.symbolicator.sources;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * Configures the treatment of original sources whose text is not in the source map. {@code
 * docs/configuration.md} describes each key.
 */
@ConfigMapping(prefix = "symbolicator.sources")
public interface SourcesConfig {
  @WithDefault("false")
  boolean fetch();
}
