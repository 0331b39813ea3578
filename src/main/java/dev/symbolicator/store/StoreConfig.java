package dev.symbolicator.store;

import dev.symbolicator.memory.HeapShare;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/**
 * Configures how symbol tables are kept on disk. {@code docs/configuration.md} describes each key.
 */
@ConfigMapping(prefix = "symbolicator.cache")
public interface StoreConfig {
  Optional<String> directory();

  @WithDefault("1G")
  MemorySize maxDiskSize();

  /**
   * The fixed limits of the store.
   *
   * @param diskFiles the most files that the disk keeps; a script takes two
   * @param diskPause the time without writes after a failed write, for example to a full disk
   * @param threads the most files that are read or written at once
   * @param readingBytes the heap that all files being read may take, with the values made of them
   */
  public record StoreLimits(int diskFiles, Duration diskPause, int threads, long readingBytes) {

    /** The limits of the service; tests bring their own. */
    public static final StoreLimits DEFAULT =
        new StoreLimits(
            20_000, Duration.ofMinutes(1), 4, HeapShare.STORED_FILES_BEING_READ.bytes());
  }
}
