package dev.symbolicator.memory;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Makes the one budget that all bytes in flight share. */
@ApplicationScoped
class ByteBudgetProducer {

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
    return budget;
  }
}
