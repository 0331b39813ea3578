package dev.symbolicator.sources;

import dev.symbolicator.config.AtLeastOne;
import dev.symbolicator.config.PositiveSize;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/** What is done about original sources whose text is not in the source map. */
@ConfigMapping(prefix = "symbolicator.sources")
public interface SourcesConfig {

  /** Whether they are fetched from their URLs, as far as those may be fetched from. */
  @WithDefault("false")
  boolean fetch();

  /** How many sources are fetched for one script. */
  @WithDefault("200")
  @WithConverter(AtLeastOne.class)
  int maxCount();

  /** How large the sources fetched for one script may be together, inflated. */
  @WithDefault("16M")
  @WithConverter(PositiveSize.class)
  MemorySize maxSize();
}
