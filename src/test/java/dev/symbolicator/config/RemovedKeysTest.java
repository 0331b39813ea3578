package dev.symbolicator.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.store.StoreConfig;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.SysPropConfigSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts real configurations in the profile {@code prod}, with the interceptors of the service. */
class RemovedKeysTest {
  private static final String KEY = "symbolicator.fetch.max-redirects";
  private static final String VARIABLE = "SYMBOLICATOR_FETCH_MAX_REDIRECTS";
  private static final String MESSAGE =
      KEY + " (" + VARIABLE + ") was removed: the limit is fixed now. Unset the key.";

  private static final String OLD_KEY = "symbolicator.http.max-bytes-in-flight";
  private static final String OLD_VARIABLE = "SYMBOLICATOR_HTTP_MAX_BYTES_IN_FLIGHT";
  private static final String NEW_KEY = "symbolicator.memory.max-bytes-in-flight";
  private static final String OLD_MESSAGE =
      OLD_KEY + " (" + OLD_VARIABLE + ") was renamed. Set " + NEW_KEY + " instead.";

  @TempDir Path directory;

  private static SmallRyeConfig start(ConfigSource... sources) {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .addDiscoveredInterceptors()
        .addDiscoveredConverters()
        .withProfile("prod")
        .withMapping(StoreConfig.class)
        .withSources(sources)
        .build();
  }

  private ConfigSource file(String... lines) throws IOException {
    Path file = directory.resolve("application.properties");
    Files.write(file, List.of(lines));
    return new PropertiesConfigSource(file.toUri().toURL());
  }

  private static ConfigSource environment(String variable) {
    return new EnvConfigSource(Map.of(variable, "5"), 300);
  }

  private static void assertStops(List<String> messages, ConfigSource... sources) {
    ConfigValidationException stopped =
        assertThrows(ConfigValidationException.class, () -> start(sources));
    assertEquals(
        messages,
        IntStream.range(0, stopped.getProblemCount())
            .mapToObj(problem -> stopped.getProblem(problem).getMessage())
            .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%prod.", "%dev.", "%my-profile.", "%{dev,prod}."})
  void removedKeyInAFileStopsTheStartInAnyProfile(String profile) throws IOException {
    assertStops(List.of(MESSAGE), file(profile + KEY + "=5"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "%prod.", "%dev."})
  void removedKeyAsASystemPropertyStopsTheStartInAnyProfile(String profile) {
    System.setProperty(profile + KEY, "5");
    try {
      assertStops(List.of(MESSAGE), new SysPropConfigSource());
    } finally {
      System.clearProperty(profile + KEY);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "_PROD_", "_DEV_", "_MY_PROFILE_", "__DEV_PROD__"})
  void removedVariableStopsTheStartInAnyProfile(String profile) {
    assertStops(List.of(MESSAGE), environment(profile + VARIABLE));
  }

  @Test
  void renamedKeyStopsTheStartWithItsNewName() throws IOException {
    assertStops(List.of(OLD_MESSAGE), file(OLD_KEY + "=64M"));
    assertStops(List.of(OLD_MESSAGE), file("%prod." + OLD_KEY + "=64M"));
    assertStops(List.of(OLD_MESSAGE), environment(OLD_VARIABLE));
    assertStops(List.of(OLD_MESSAGE), environment("_PROD_" + OLD_VARIABLE));
  }

  @Test
  void everyRemovedKeyThatIsSetIsNamedOnce() throws IOException {
    assertStops(
        List.of(MESSAGE, OLD_MESSAGE),
        file(OLD_KEY + "=64M", KEY + "=5", "%dev." + KEY + "=6"),
        environment(VARIABLE));
  }

  @ParameterizedTest
  @MethodSource("dev.symbolicator.config.RemovedKeys#all")
  void everyRemovedKeyStopsTheStart(String key) throws IOException {
    ConfigSource file = file(key + "=5");
    ConfigValidationException stopped =
        assertThrows(ConfigValidationException.class, () -> start(file));
    assertEquals(1, stopped.getProblemCount());
  }

  @Test
  void configurationWithoutRemovedKeysStarts() throws IOException {
    SmallRyeConfig config =
        start(
            file(NEW_KEY + "=64M", "other." + KEY + "=5", KEY + "-too=5"),
            environment("SYMBOLICATOR_CACHE_MAX_DISK_SIZE"));
    assertEquals("64M", config.getValue(NEW_KEY, String.class));
    assertEquals(5, config.getConfigMapping(StoreConfig.class).maxDiskSize().asLongValue());
  }
}
