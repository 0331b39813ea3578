package dev.symbolicator.memory;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** Configures the budget of bytes in flight. */
@ConfigMapping(prefix = "symbolicator.memory")
public interface MemoryConfig {

  /**
   * Returns how many bytes may be in flight at once, over all requests: bodies, fetched files, and
   * the memory to read and compile them. The default is half of the heap.
   */
  Optional<MemorySize> maxBytesInFlight();
}
