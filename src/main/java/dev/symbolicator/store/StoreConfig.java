package dev.symbolicator.store;

import dev.symbolicator.config.AtLeastOne;
import dev.symbolicator.config.PositiveDuration;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** How symbol tables are kept on disk. */
@ConfigMapping(prefix = "symbolicator.cache")
public interface StoreConfig {

  /**
   * The folder under which symbol tables are kept in a folder {@code profile-symbolicator} of the
   * service's own. A folder in the temporary directory if not set.
   */
  Optional<String> directory();

  /** How many bytes they may take there; 0 keeps nothing on disk. */
  @WithDefault("1G")
  MemorySize maxDiskSize();

  /** How many files they may take there. A script takes two. */
  @WithDefault("20000")
  @WithConverter(AtLeastOne.class)
  int maxDiskFiles();

  /** How long nothing is written to the disk after it took no file, for one because it is full. */
  @WithDefault("1M")
  @WithConverter(PositiveDuration.class)
  Duration diskPause();
}
