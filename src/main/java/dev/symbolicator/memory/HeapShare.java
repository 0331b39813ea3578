package dev.symbolicator.memory;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * Divides the heap among the uses that have no configured size, but for a fixed part. Connections,
 * other objects and garbage take the rest.
 */
public enum HeapShare {
  /** Bodies, fetched files, and the memory to read and compile them: the {@link ByteBudget}. */
  BYTES_IN_FLIGHT(2),
  /** Symbol tables that are remembered. */
  REMEMBERED_TABLES(8),
  /** Stored files that are being read, and the objects made from them. */
  STORED_FILES_BEING_READ(16),
  /** URLs and state of the scripts that are being loaded, without the fetched files. */
  PENDING_LOADS(16),
  /** Look-ups in the uploaded source maps that are remembered. */
  REMEMBERED_UPLOADS(16),
  /** Scripts that are remembered to have no symbols. */
  REMEMBERED_MISSES(64);

  /**
   * The bytes that are not divided: the service itself, with nothing remembered or under way, takes
   * 15.4 MiB, 6.6 of them the jar's index; the rest is for heads of requests and unread answers,
   * which have 8 MB each, and seldom at once.
   */
  static final long FIXED = 25 << 20;

  private final int divisor;

  HeapShare(int divisor) {
    this.divisor = divisor;
  }

  public long bytes() {
    return bytesOf(Runtime.getRuntime().maxMemory());
  }

  long bytesOf(long heap) {
    return Math.max(heap - FIXED, heap / 2) / divisor;
  }

  @ApplicationScoped
  static class ByteBudgetProducer {

    @Produces
    @Singleton
    ByteBudget byteBudget(MemoryConfig config, MeterRegistry metrics) {
      long limit =
          config
              .maxBytesInFlight()
              .map(MemorySize::asLongValue)
              .orElse(HeapShare.BYTES_IN_FLIGHT.bytes());
      ByteBudget budget = new ByteBudget(limit);
      Gauge.builder("symbolicator.bytes.in.flight", budget, ByteBudget::used)
          .description(
              "Bytes of bodies and fetched files in memory, and of reading and compiling them")
          .register(metrics);
      Gauge.builder("symbolicator.bytes.in.flight.max", budget, ByteBudget::limit)
          .description("Bytes that may be in flight at once")
          .register(metrics);
      return budget;
    }
  }

  @ConfigMapping(prefix = "symbolicator.memory")
  public interface MemoryConfig {

    /**
     * Returns the bytes in flight at once, over all requests, by default {@link #BYTES_IN_FLIGHT}.
     */
    Optional<MemorySize> maxBytesInFlight();
  }
}
