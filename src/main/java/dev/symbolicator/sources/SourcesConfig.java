package dev.symbolicator.sources;

import dev.symbolicator.config.AtLeastOne;
import dev.symbolicator.config.PositiveDuration;
import dev.symbolicator.config.PositiveSize;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** What is done about original sources whose text is not in the source map. */
@ConfigMapping(prefix = "symbolicator.sources")
public interface SourcesConfig {

  /**
   * Whether they are fetched from their URLs, as far as those may be fetched from and are at the
   * origin of their script, of its map, or one that is listed otherwise than by a star.
   */
  @WithDefault("false")
  boolean fetch();

  /** How many sources are fetched for one script; one that is named many times counts once. */
  @WithDefault("200")
  @WithConverter(AtLeastOne.class)
  int maxCount();

  /**
   * How many sources may be on their way from one origin at once, for all scripts. A script whose
   * sources would be more, and that is not the only one, does without, and is compiled again soon
   * after.
   */
  @WithDefault("500")
  @WithConverter(AtLeastOne.class)
  int maxPendingPerOrigin();

  /**
   * How long the sources of one script may take together, the queue of fetches included. It then
   * does without those that are missing, and is compiled again soon after.
   */
  @WithDefault("10S")
  @WithConverter(PositiveDuration.class)
  Duration timeout();

  /**
   * How large the sources fetched for one script may be together, inflated. Those that are beyond,
   * in the source map's order, are left out.
   */
  @WithDefault("16M")
  @WithConverter(PositiveSize.class)
  MemorySize maxSize();
}
