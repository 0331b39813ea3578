package dev.symbolicator.store;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/**
 * Configures how symbol tables are kept on disk. {@code docs/configuration.md} describes each key.
 */
@ConfigMapping(prefix = "symbolicator.cache")
public interface StoreConfig {
  Optional<String> directory();

  @WithDefault("1G")
  MemorySize maxDiskSize();
}
