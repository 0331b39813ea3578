package dev.symbolicator.ingest;

import dev.symbolicator.config.Converters.AtLeastOne;
import dev.symbolicator.config.Converters.PositiveSize;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  /** Returns the origins as browsers write them; {@link ConfigurationException} names others. */
  static Set<String> listedOrigins(IngestConfig config) {
    Set<String> origins = new LinkedHashSet<>();
    for (String entry : config.origins().orElse(List.of())) {
      WebUrl url = WebUrl.parse(entry.strip());
      if (url == null
          || !url.isHttp()
          || !entry.strip().replaceFirst("/$", "").equals(url.origin())) {
        throw new ConfigurationException(
            "symbolicator.ingest.origins: \"%s\" is no origin. Write https://shop.example, without a path and without *."
                .formatted(entry));
      }
      origins.add(url.origin());
    }
    return origins;
  }
}
