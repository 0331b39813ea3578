package dev.symbolicator.tables;

import dev.symbolicator.config.AtLeastOne;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/** Configures how scripts are compiled. {@code docs/configuration.md} describes each key. */
@ConfigMapping(prefix = "symbolicator.cache")
public interface TablesConfig {
  @WithDefault("2")
  @WithConverter(AtLeastOne.class)
  int compilers();
}
