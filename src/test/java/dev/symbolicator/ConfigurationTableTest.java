package dev.symbolicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigMappings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README's table lists every key of the service's own, with its default. */
class ConfigurationTableTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(symbolicator\\.[^`]+)` \\| (?:`([^`]*)`|([^|`]*)) \\| .+ \\|$");

  @Test
  void theTableIsWhatTheCodeReads() throws IOException {
    Map<String, String> code = keysInCode();
    assertFalse(code.isEmpty());
    assertEquals(code, keysInReadme());
  }

  private static Map<String, String> keysInCode() {
    Map<String, String> keys = new TreeMap<>();
    new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.symbolicator")
            .stream()
            .filter(type -> type.isAnnotatedWith(ConfigMapping.class))
            .map(JavaClass::reflect)
            .map(ConfigMappings.ConfigClass::configClass)
            .map(ConfigMappings::getProperties)
            .forEach(
                properties ->
                    properties.forEach(
                        (key, property) ->
                            keys.put(
                                key,
                                property.hasDefaultValue() ? property.getDefaultValue() : "")));
    keys.keySet().removeIf(key -> key.endsWith("[*]")); // a list's other spelling
    return keys;
  }

  /** A default that is no literal, as "half of the heap" is, stands without backquotes. */
  private static Map<String, String> keysInReadme() throws IOException {
    Map<String, String> keys = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("README.md")));
    while (row.find()) {
      keys.put(row.group(1), row.group(2) == null ? "" : row.group(2));
    }
    return keys;
  }
}
