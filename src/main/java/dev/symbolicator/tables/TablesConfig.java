package dev.symbolicator.tables;

import dev.symbolicator.config.Converters.AtLeastOne;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/** Configures how scripts are compiled. */
@ConfigMapping(prefix = "symbolicator.cache")
public interface TablesConfig {

  /** Returns how many scripts are compiled at once. Further scripts wait; origins take turns. */
  @WithDefault("2")
  @WithConverter(AtLeastOne.class)
  int compilers();
}
