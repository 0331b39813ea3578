package dev.symbolicator.script;

import dev.symbolicator.config.Converters.AtLeastOne;
import dev.symbolicator.config.Converters.PositiveDuration;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Configures how long and how many scripts are remembered. */
@ConfigMapping(prefix = "symbolicator.cache")
public interface ScriptConfig {

  /** Returns how many scripts' symbols are remembered in memory. */
  @WithDefault("500")
  @WithConverter(AtLeastOne.class)
  int maxScripts();

  /** Returns how much heap the remembered symbols may take; an eighth of the heap if not set. */
  Optional<MemorySize> maxSize();

  /**
   * Returns the shortest time after which a script's origin is asked again, even if the origin
   * wishes a shorter one.
   */
  @WithDefault("1M")
  @WithConverter(PositiveDuration.class)
  Duration minFresh();

  /**
   * Returns the longest time after which the origin is asked again, unless the script is immutable.
   */
  @WithDefault("1D")
  @WithConverter(PositiveDuration.class)
  Duration maxFresh();

  /** Returns how long stale symbols are used while their origin is asked, or is unreachable. */
  @WithDefault("7D")
  @WithConverter(PositiveDuration.class)
  Duration maxStale();

  /** Returns the shortest time for which a script without symbols is remembered. */
  @WithDefault("1M")
  @WithConverter(PositiveDuration.class)
  Duration missesTimeToLive();

  /** Returns how long a script with a passing failure is remembered. */
  @WithDefault("5S")
  @WithConverter(PositiveDuration.class)
  Duration failuresTimeToLive();
}
