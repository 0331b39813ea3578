package dev.symbolicator.demo;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Configures the demo page. */
@ConfigMapping(prefix = "symbolicator.demo")
public interface DemoConfig {

  /** Tells whether the demo is served under {@code /demo/}. If not, its paths answer 404. */
  @WithDefault("true")
  boolean enabled();
}
