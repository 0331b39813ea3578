package dev.symbolicator.web;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Configures the page and its example. {@code docs/configuration.md} describes each key. */
@ConfigMapping(prefix = "symbolicator.web")
public interface WebConfig {
  @WithDefault("true")
  boolean enabled();
}
