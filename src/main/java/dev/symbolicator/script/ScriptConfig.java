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

/**
 * Configures how long and how many scripts are remembered. {@code docs/configuration.md} describes
 * each key.
 */
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
   * The fixed limits of looking scripts up.
   *
   * @param misses how many scripts without symbols are remembered; as many again whose failure may
   *     pass
   * @param lastingMisses how many scripts without symbols are remembered until their files change
   * @param missesBytes how much heap all three kinds of misses may take, by estimate: lasting ones
   *     a half, the others a quarter each
   * @param pendingBytes how much heap the loads under way may take, by estimate, without the
   *     fetched files
   * @param waiting how many loads may wait for memory at once, to be retried one after another
   * @param lockWait how long a load waits for another instance that holds the script's lock; less
   *     than a request's deadline, so a killed instance delays nobody for long
   * @param tryTime how long a load is retried once its turn has come
   * @param tablesOfMap how many tables of one uploaded map are remembered, to be deleted with the
   *     map
   * @param tablesOfMaps how many tables of all uploaded maps are remembered
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

    /** The limits of the service; tests use others. */
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
