package dev.symbolicator.testing;

import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads the real configuration mappings and limits, with defaults except where a test sets a value.
 * A key such as {@code limits.fetch.retryDelay} sets a component of {@code FetchLimits}.
 */
public final class Settings {
  private static final String LIMITS = "limits.";
  private static final Path CLASSES = Path.of("target/classes");

  /** An annotation's name in the file of its class. */
  private static final String MAPPING = ConfigMapping.class.descriptorString();

  private final Map<String, String> values = new HashMap<>();

  private Settings() {}

  /** Takes keys and values in turn: {@code "symbolicator.fetch.timeout", "2s"}. */
  public static Settings of(String... keysAndValues) {
    Settings settings = new Settings();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return settings;
  }

  /** Returns all configuration mappings of the service. */
  public static List<Class<?>> mappings() {
    try (Stream<Path> files = Files.walk(CLASSES)) {
      List<Class<?>> mappings = new ArrayList<>();
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(MAPPING)) {
          String name = CLASSES.relativize(file).toString().replace(File.separatorChar, '.');
          mappings.add(Class.forName(name.substring(0, name.lastIndexOf('.'))));
        }
      }
      mappings.removeIf(type -> !type.isAnnotationPresent(ConfigMapping.class));
      return mappings;
    } catch (IOException | ClassNotFoundException e) {
      throw new AssertionError(e);
    }
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

  public <T extends Record> T limits(T defaults) {
    String prefix =
        LIMITS
            + defaults.getClass().getSimpleName().replace("Limits", "").toLowerCase(Locale.ROOT)
            + ".";
    RecordComponent[] components = defaults.getClass().getRecordComponents();
    values.keySet().stream()
        .filter(key -> key.startsWith(prefix))
        .map(key -> key.substring(prefix.length()))
        .filter(name -> Arrays.stream(components).noneMatch(c -> c.getName().equals(name)))
        .forEach(
            name -> {
              throw new AssertionError("there is no limit " + prefix + name);
            });
    try {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Object[] arguments = new Object[components.length];
      for (int i = 0; i < components.length; i++) {
        String value = values.get(prefix + components[i].getName());
        arguments[i] =
            value == null ? components[i].getAccessor().invoke(defaults) : parse(value, types[i]);
      }
      @SuppressWarnings("unchecked")
      Constructor<T> canonical = (Constructor<T>) defaults.getClass().getConstructor(types);
      return canonical.newInstance(arguments);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
  }

  private static Object parse(String value, Class<?> type) {
    if (type == Duration.class) {
      return DurationConverter.parseDuration(value);
    }
    long number = new MemorySizeConverter().convert(value).asLongValue();
    return type == int.class ? (Object) Math.toIntExact(number) : (Object) number;
  }
}
