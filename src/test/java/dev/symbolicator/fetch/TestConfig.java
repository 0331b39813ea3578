package dev.symbolicator.fetch;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;

/** The real configuration mapping with its defaults, save for what a test sets. */
final class TestConfig {
  private TestConfig() {}

  /**
   * @param keysAndValues as in {@code "timeout", "2s"}
   */
  static FetchConfig of(String... keysAndValues) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put("symbolicator.fetch." + keysAndValues[i], keysAndValues[i + 1]);
    }
    return new SmallRyeConfigBuilder()
        .addDiscoveredConverters()
        .withMapping(FetchConfig.class)
        .withSources(new PropertiesConfigSource(values, "test", 1000))
        .build()
        .getConfigMapping(FetchConfig.class);
  }
}
