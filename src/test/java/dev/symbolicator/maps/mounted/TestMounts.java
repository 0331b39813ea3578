package dev.symbolicator.maps.mounted;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.symbolicator.maps.objects.BucketReader;
import dev.symbolicator.maps.objects.MapStoreConfig;
import dev.symbolicator.testing.Settings;

/** Assembles mounted folders by hand. */
public final class TestMounts {
  private TestMounts() {}

  /** Returns the mounts of some keys and their values. */
  public static MountedMaps of(String... keysAndValues) {
    return of(Ticker.systemTicker(), keysAndValues);
  }

  /** Returns mounts whose remembered files expire by the test's time. */
  public static MountedMaps of(Ticker time, String... keysAndValues) {
    Settings settings = Settings.of(keysAndValues);
    return new MountedMaps(
        settings.read(MountedConfig.class),
        new BucketReader(settings.read(MapStoreConfig.class)),
        time);
  }
}
