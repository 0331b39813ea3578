package dev.symbolicator.store;

import dev.symbolicator.memory.HeapShare;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Configures how symbol tables are kept on disk; see {@code docs/configuration.md}. */
@ConfigMapping(prefix = "symbolicator.cache")
public interface StoreConfig {
  Optional<String> directory();

  @WithDefault("1G")
  MemorySize maxDiskSize();

  /**
   * Fixed limits.
   *
   * @param diskFiles files on disk; a script takes two
   * @param diskPause time without writes after a failed one
   * @param threads files that are read or written at once
   * @param readingBytes heap of the files being read and the values made of them
   */
  public record StoreLimits(int diskFiles, Duration diskPause, int threads, long readingBytes) {

    public static final StoreLimits DEFAULT =
        new StoreLimits(
            20_000, Duration.ofMinutes(1), 4, HeapShare.STORED_FILES_BEING_READ.bytes());
  }
}
