package dev.symbolicator.testing;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;

/** Real configuration mappings with their defaults, save for what a test sets. */
public final class Settings {
  private final Map<String, String> values = new HashMap<>();

  private Settings() {}

  /**
   * The defaults, save for these.
   *
   * @param keysAndValues as in {@code "symbolicator.fetch.timeout", "2s"}
   */
  public static Settings of(String... keysAndValues) {
    Settings settings = new Settings();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return settings;
  }

  public <T> T read(Class<T> mapping) {
    return new SmallRyeConfigBuilder()
        .addDiscoveredConverters()
        .withMapping(mapping)
        .withValidateUnknown(false)
        .withSources(new PropertiesConfigSource(values, "test", 1000))
        .build()
        .getConfigMapping(mapping);
  }
}
