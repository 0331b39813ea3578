package dev.symbolicator.api.http;

import dev.symbolicator.threads.Timings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Adds buckets to Quarkus' timer of requests, and tags unknown HTTP methods as OTHER, since
 * strangers could make up any number. Paths are bounded by {@code
 * quarkus.micrometer.binder.http-server.match-patterns}.
 */
@Singleton
class ServerMetrics implements MeterFilter {
  private static final String REQUESTS = "http.server.requests";
  private static final String METHOD = "method";
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  private static final DistributionStatisticConfig BUCKETS =
      DistributionStatisticConfig.builder()
          .serviceLevelObjectives(
              Stream.of(Timings.buckets()).mapToDouble(Duration::toNanos).toArray())
          .build();

  @Override
  public Meter.Id map(Meter.Id id) {
    String method = id.getTag(METHOD);
    if (method == null || METHODS.contains(method)) {
      return id;
    }
    List<Tag> tags = new ArrayList<>(id.getTags());
    tags.replaceAll(tag -> tag.getKey().equals(METHOD) ? Tag.of(METHOD, "OTHER") : tag);
    return id.replaceTags(tags);
  }

  @Override
  public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
    return id.getName().equals(REQUESTS) ? BUCKETS.merge(config) : config;
  }

  /** Shows the version as a tag, to be joined with other figures. The value is always 1. */
  @Singleton
  static class BuildInfo implements MeterBinder {
    private final String version;

    BuildInfo(@ConfigProperty(name = "quarkus.application.version") String version) {
      this.version = version;
    }

    @Override
    public void bindTo(MeterRegistry metrics) {
      Gauge.builder("symbolicator.build.info", () -> 1)
          .description("The version of the service")
          .tag("version", version)
          .register(metrics);
    }
  }
}
