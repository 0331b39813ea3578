package dev.symbolicator.script;

import dev.symbolicator.config.AtLeastOne;
import dev.symbolicator.config.PositiveDuration;
import dev.symbolicator.config.PositiveSize;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** How scripts are compiled and remembered. */
@ConfigMapping(prefix = "symbolicator.cache")
public interface ScriptConfig {

  /** How many scripts' symbol tables are remembered. */
  @WithDefault("500")
  @WithConverter(AtLeastOne.class)
  int maxScripts();

  /** How much heap the remembered symbol tables may hold together. An eighth of it if not set. */
  Optional<MemorySize> maxSize();

  /**
   * How much heap symbol tables may hold together while they are read from disk and used, the files
   * included. One that needs more by itself is charged to the byte budget. A sixteenth of the heap
   * if not set.
   */
  Optional<@WithConverter(PositiveSize.class) MemorySize> maxReadingSize();

  /**
   * How much heap scripts that are loaded or revalidated may hold together while they wait and are
   * worked on, by estimate, what is fetched for them not included. Those of one origin hold no more
   * than all leave free. A script that finds no room is {@code overloaded}. A sixteenth of the heap
   * if not set.
   */
  Optional<@WithConverter(PositiveSize.class) MemorySize> maxLoadingSize();

  /** How soon a script is asked for again at the earliest, whatever its origin says. */
  @WithDefault("1M")
  @WithConverter(PositiveDuration.class)
  Duration minFresh();

  /** How soon at the latest. */
  @WithDefault("1D")
  @WithConverter(PositiveDuration.class)
  Duration maxFresh();

  /** How soon if its origin says it is immutable, or its name has a hash. */
  @WithDefault("30D")
  @WithConverter(PositiveDuration.class)
  Duration immutableFresh();

  /**
   * How long symbols that are no longer fresh are used while the script is asked for again, or
   * cannot be, unless its origin says otherwise.
   */
  @WithDefault("7D")
  @WithConverter(PositiveDuration.class)
  Duration maxStale();

  /** How many scripts without symbols are remembered, so that they are not asked for again. */
  @WithDefault("10000")
  @WithConverter(AtLeastOne.class)
  int maxMisses();

  /**
   * How much heap remembered scripts without symbols may hold, by estimate: half of it those that
   * last, a quarter those whose failure may pass. A 64th of the heap if not set.
   */
  Optional<@WithConverter(PositiveSize.class) MemorySize> maxMissesSize();

  /**
   * How many scripts without symbols are remembered until the script, or the map that cannot be
   * used, is no longer fresh, and then only asked for if they changed.
   */
  @WithDefault("2000")
  @WithConverter(AtLeastOne.class)
  int maxLastingMisses();

  /** How long a script without symbols is remembered at least. */
  @WithDefault("1M")
  @WithConverter(PositiveDuration.class)
  Duration missesTimeToLive();

  /**
   * How long it is if its failure may pass: its origin was not reached, gave no whole answer in
   * time, or answered with status 408, 429 or 5xx.
   */
  @WithDefault("5S")
  @WithConverter(PositiveDuration.class)
  Duration failuresTimeToLive();

  /** How many scripts are compiled at once; the others wait, origins taking turns. */
  @WithDefault("2")
  @WithConverter(AtLeastOne.class)
  int compilers();

  /** How many symbol tables and records are read from disk or written there at once. */
  @WithDefault("4")
  @WithConverter(AtLeastOne.class)
  int storeThreads();

  /**
   * How many scripts wait for memory at once, to be tried again one after another, origins taking
   * turns. When there are more, one of the origin that has most of them waiting is {@code
   * overloaded}.
   */
  @WithDefault("1000")
  @WithConverter(AtLeastOne.class)
  int maxWaiting();

  /** How long one of them is tried again when its turn has come; then the next one has its turn. */
  @WithDefault("10S")
  @WithConverter(PositiveDuration.class)
  Duration maxWait();

  /**
   * The longest original name that is taken from a source map or a source, in UTF-16 units. A
   * function with a longer one keeps the name the profile gives.
   */
  @WithDefault("1024")
  @WithConverter(AtLeastOne.class)
  int maxNameLength();
}
