package dev.symbolicator.ingest;

import dev.symbolicator.config.Converters.AtLeastOne;
import dev.symbolicator.config.Converters.AtLeastOneByte;
import dev.symbolicator.config.Converters.PositiveDuration;
import dev.symbolicator.config.Converters.PositiveSize;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Configures the door for browsers, which is shut without an origin; see {@code docs/recording.md}.
 */
@ConfigMapping(prefix = "symbolicator.ingest")
public interface IngestConfig {
  /** Returns the origins of the pages that may send profiles. */
  Optional<List<String>> origins();

  @WithDefault("1M")
  @WithConverter(PositiveSize.class)
  MemorySize maxBodySize();

  /** Returns how many profiles of one origin are taken in a second. */
  @WithDefault("1000")
  @WithConverter(AtLeastOne.class)
  int maxPerOrigin();

  /** Returns how many profiles of one client address are taken in a minute. */
  @WithDefault("60")
  @WithConverter(AtLeastOne.class)
  int maxPerAddress();

  /** Configures the folder behind the door, where there is no topic. */
  @ConfigMapping(prefix = "symbolicator.sink")
  interface SinkConfig {
    Optional<String> directory();

    /** Returns the kind of rows to keep in place of profiles, as the parameter {@code rows}. */
    Optional<String> rows();

    @WithDefault("1G")
    @WithConverter(AtLeastOneByte.class)
    MemorySize maxSize();

    @WithDefault("60S")
    @WithConverter(PositiveDuration.class)
    Duration segmentAge();
  }

  /** Returns the origins as browsers write them; {@link IllegalArgumentException} names others. */
  static Set<String> listedOrigins(IngestConfig config) {
    Set<String> origins = new LinkedHashSet<>();
    for (String entry : config.origins().orElse(List.of())) {
      WebUrl url = WebUrl.parse(entry.strip());
      if (url == null
          || !url.isHttp()
          || !entry.strip().replaceFirst("/$", "").equals(url.origin())) {
        throw new IllegalArgumentException(
            "symbolicator.ingest.origins: \"%s\" is no origin. Write https://shop.example, without a path and without *."
                .formatted(entry));
      }
      origins.add(url.origin());
    }
    return origins;
  }

  /**
   * Returns the rows to keep; null for profiles. {@link IllegalArgumentException} names the key.
   */
  static @Nullable RowKind rowKind(SinkConfig config) {
    String label = config.rows().orElse("none");
    RowKind kind = RowKind.named(label);
    if (kind == null && !label.equals("none")) {
      throw new IllegalArgumentException(
          "symbolicator.sink.rows: write none, or one of "
              + String.join(", ", RowKind.labels())
              + ".");
    }
    return kind;
  }
}
