package dev.symbolicator.symbolication;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Limits of one symbolication. */
@ConfigMapping(prefix = "symbolicator.symbolication")
public interface SymbolicationConfig {

  /** How long a request waits for scripts and maps before it answers with what is there. */
  @WithDefault("10S")
  Duration deadline();

  /**
   * How many distinct scripts of one profile are looked for; the others are reported as skipped.
   */
  @WithDefault("200")
  int maxScripts();

  /** How deep objects and arrays of a profile may be nested. */
  @WithDefault("1000")
  int maxNesting();

  /** How many frames a profile may have. */
  @WithDefault("1000000")
  int maxFrames();

  /** How many resources, scripts and pages, a profile may name. */
  @WithDefault("100000")
  int maxResources();
}
