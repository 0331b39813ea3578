package dev.symbolicator.maps.mounted;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.symbolicator.maps.mounted.MountedFiles.BucketFiles;
import dev.symbolicator.maps.mounted.MountedFiles.FolderFiles;
import dev.symbolicator.maps.mounted.MountedMaps.MountedConfig;
import dev.symbolicator.maps.objects.BucketReader;
import dev.symbolicator.maps.objects.MapStore.MapStoreConfig;
import dev.symbolicator.testing.Settings;

/** Assembles mounted folders by hand. */
public final class TestMounts {
  private TestMounts() {}

  public static MountedMaps of(String... keysAndValues) {
    return of(Ticker.systemTicker(), keysAndValues);
  }

  /** Returns mounts whose remembered files expire by the test's time. */
  public static MountedMaps of(Ticker time, String... keysAndValues) {
    return of(new FolderFiles(), time, keysAndValues);
  }

  static MountedMaps of(MountedFiles folders, Ticker time, String... keysAndValues) {
    BucketReader buckets = new BucketReader(Settings.of(keysAndValues).read(MapStoreConfig.class));
    return of(folders, new BucketFiles(buckets), time, keysAndValues);
  }

  static MountedMaps of(
      MountedFiles folders, MountedFiles buckets, Ticker time, String... keysAndValues) {
    return new MountedMaps(
        Settings.of(keysAndValues).read(MountedConfig.class), folders, buckets, time);
  }
}
