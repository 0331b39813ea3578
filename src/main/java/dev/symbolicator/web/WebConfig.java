package dev.symbolicator.web;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Configures the page and its example. */
@ConfigMapping(prefix = "symbolicator.web")
public interface WebConfig {

  /**
   * Tells whether the page at {@code /} and its example under {@code /demo/} are served. If not,
   * their paths answer 404.
   */
  @WithDefault("true")
  boolean enabled();
}
