package dev.symbolicator.fetch;

import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.testing.Settings;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * Makes the real configuration and limits, with defaults for every key that a test does not set.
 */
final class TestConfig {
  private TestConfig() {}

  /**
   * Returns the configuration.
   *
   * @param keysAndValues keys as in {@code "timeout", "2s"}, or limits as in {@code "retryDelay",
   *     "1ms"}
   */
  static FetchConfig of(String... keysAndValues) {
    return settings(keysAndValues).read(FetchConfig.class);
  }

  /** Returns the limits, which are set like the configuration's keys. */
  static FetchLimits limits(String... keysAndValues) {
    return settings(keysAndValues).limits(FetchLimits.DEFAULT);
  }

  private static Settings settings(String... keysAndValues) {
    String[] settings = keysAndValues.clone();
    for (int i = 0; i < settings.length; i += 2) {
      settings[i] = (isLimit(settings[i]) ? "limits.fetch." : "symbolicator.fetch.") + settings[i];
    }
    return Settings.of(settings);
  }

  private static boolean isLimit(String name) {
    return Arrays.stream(FetchLimits.class.getRecordComponents())
        .map(RecordComponent::getName)
        .anyMatch(name::equals);
  }
}
