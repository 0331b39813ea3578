package dev.symbolicator.store;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/** Configures how symbol tables are kept on disk. */
@ConfigMapping(prefix = "symbolicator.cache")
public interface StoreConfig {

  /**
   * Returns the folder in which the service makes its own folder {@code profile-symbolicator}. The
   * temporary directory if not set.
   */
  Optional<String> directory();

  /** Returns how many bytes the tables may take on disk; 0 keeps nothing there. */
  @WithDefault("1G")
  MemorySize maxDiskSize();
}
