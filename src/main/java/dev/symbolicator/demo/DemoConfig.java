package dev.symbolicator.demo;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Configuration of the demo page. */
@ConfigMapping(prefix = "symbolicator.demo")
public interface DemoConfig {

  /** Whether the demo is served under {@code /demo/}; when not, its paths answer 404. */
  @WithDefault("true")
  boolean enabled();
}
