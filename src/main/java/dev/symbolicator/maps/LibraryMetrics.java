package dev.symbolicator.maps;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Measures the library. The operator configures the scopes, so they are few. */
final class LibraryMetrics {
  private final JournaledIndex shared;
  private final MeterRegistry registry;
  private final Counter failures;
  private final Set<String> scopes = new HashSet<>();

  LibraryMetrics(JournaledIndex shared, MeterRegistry registry) {
    this.shared = shared;
    this.registry = registry;
    failures =
        Counter.builder("symbolicator.maps.failures")
            .description("Failures to read the store of source maps, or to tidy it up")
            .register(registry);
    Gauge.builder("symbolicator.maps.index.bytes", shared, each -> each.index().bytes())
        .description("Heap bytes that the keys of all uploaded source maps take, by estimate")
        .register(registry);
  }

  void failed() {
    failures.increment();
  }

  /** Adds the gauges of new scopes. Called by one thread. */
  void update() {
    for (String scope : shared.index().scopes()) {
      if (scopes.add(scope)) {
        Gauge.builder("symbolicator.maps.entries", shared, each -> entries(each, scope))
            .description("Uploaded source maps")
            .tag("scope", scope)
            .register(registry);
        ContentBytes bytes = new ContentBytes(shared, scope);
        Gauge.builder("symbolicator.maps.bytes", bytes, ContentBytes::value)
            .description("Bytes of uploaded source maps and scripts, inflated")
            .tag("scope", scope)
            .strongReference(true)
            .register(registry);
      }
    }
  }

  private static double entries(JournaledIndex shared, String scope) {
    return shared.index().read(scope, state -> state == null ? 0 : state.rows().count());
  }

  /** The bytes of one scope's content, counted anew only after the scope has changed. */
  private static final class ContentBytes {
    private final JournaledIndex shared;
    private final String scope;
    private @Nullable ScopeVersion version;
    private long bytes;

    ContentBytes(JournaledIndex shared, String scope) {
      this.shared = shared;
      this.scope = scope;
    }

    synchronized double value() {
      ScopeVersion now = ScopeVersion.of(shared, scope);
      if (!now.equals(version)) {
        bytes = now.content().bytes();
        version = now;
      }
      return bytes;
    }
  }
}
