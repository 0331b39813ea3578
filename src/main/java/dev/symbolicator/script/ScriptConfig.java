package dev.symbolicator.script;

import dev.symbolicator.config.Converters.AtLeastOne;
import dev.symbolicator.config.Converters.PositiveDuration;
import dev.symbolicator.memory.HeapShare;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Configures how long and how many scripts are remembered; see {@code docs/configuration.md}. */
@ConfigMapping(prefix = "symbolicator.cache")
public interface ScriptConfig {
  @WithDefault("500")
  @WithConverter(AtLeastOne.class)
  int maxScripts();

  Optional<MemorySize> maxSize();

  @WithDefault("1M")
  @WithConverter(PositiveDuration.class)
  Duration minFresh();

  @WithDefault("1D")
  @WithConverter(PositiveDuration.class)
  Duration maxFresh();

  @WithDefault("7D")
  @WithConverter(PositiveDuration.class)
  Duration maxStale();

  @WithDefault("1M")
  @WithConverter(PositiveDuration.class)
  Duration missesTimeToLive();

  @WithDefault("5S")
  @WithConverter(PositiveDuration.class)
  Duration failuresTimeToLive();

  /**
   * Fixed limits of looking scripts up; bytes are heap, by estimate.
   *
   * @param misses scripts without symbols; as many again whose failure may pass
   * @param lastingMisses scripts without symbols until their files change
   * @param missesBytes of lasting misses a half, of the other two kinds a quarter each
   * @param pendingBytes loads under way, without the fetched files
   * @param waiting loads that wait for memory, to be retried one after another
   * @param lockWait for another instance's lock; less than a request's deadline, so a killed
   *     instance delays nobody for long
   * @param tryTime how long a load is retried once its turn has come
   * @param tablesOfMap remembered tables of one uploaded map, deleted with it
   * @param tablesOfMaps those of all uploaded maps
   */
  public record ScriptLimits(
      int misses,
      int lastingMisses,
      long missesBytes,
      long pendingBytes,
      int waiting,
      Duration lockWait,
      Duration tryTime,
      int tablesOfMap,
      int tablesOfMaps) {

    public static final ScriptLimits DEFAULT =
        new ScriptLimits(
            10_000,
            2_000,
            HeapShare.REMEMBERED_MISSES.bytes(),
            HeapShare.PENDING_LOADS.bytes(),
            1_000,
            Duration.ofSeconds(4),
            Duration.ofSeconds(10),
            100,
            10_000);
  }
}
