package dev.symbolicator.symbolication;

import dev.symbolicator.config.AtLeastOne;
import dev.symbolicator.config.PositiveDuration;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Limits of one symbolication. */
@ConfigMapping(prefix = "symbolicator.symbolication")
public interface SymbolicationConfig {

  /**
   * How long a request waits for scripts and maps, once its body is there, before it answers with
   * what is there.
   */
  @WithDefault("10S")
  @WithConverter(PositiveDuration.class)
  Duration deadline();

  /**
   * How many distinct scripts of one profile are looked for; the others are reported as skipped.
   */
  @WithDefault("200")
  @WithConverter(AtLeastOne.class)
  int maxScripts();

  /**
   * How many distinct origins scripts of one profile are looked for at; scripts of others are
   * reported as skipped.
   */
  @WithDefault("20")
  @WithConverter(AtLeastOne.class)
  int maxOrigins();

  /** How deep objects and arrays of a profile may be nested. */
  @WithDefault("1000")
  @WithConverter(AtLeastOne.class)
  int maxNesting();

  /** How many frames a profile may have. */
  @WithDefault("1000000")
  @WithConverter(AtLeastOne.class)
  int maxFrames();

  /** How many resources, scripts and pages, a profile may name. */
  @WithDefault("100000")
  @WithConverter(AtLeastOne.class)
  int maxResources();

  /**
   * The longest function name or resource of a profile, and the longest number, in characters. What
   * is only passed through may be longer.
   */
  @WithDefault("4000000")
  @WithConverter(AtLeastOne.class)
  int maxStringLength();
}
