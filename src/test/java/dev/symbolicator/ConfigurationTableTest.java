package dev.symbolicator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Settings;
import io.smallrye.config.ConfigMappings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the tables of docs/configuration.md, which alone describe the keys, with the code. */
class ConfigurationTableTest {
  private static final Path PAGE = Path.of("docs/configuration.md");
  private static final Pattern ROW =
      Pattern.compile(
          "(?m)^\\| `(symbolicator\\.[^`]+)` \\| (?:`([^`]*)`|([^|`]*)) \\| ([^|]+) \\|(?: [^|]+ \\|)?$");

  /** A limit needs a key only if an operator has a reason to change the limit. */
  private static final int MOST_KEYS = 89;

  @Test
  void pageListsEveryKeyWithItsDefault() throws IOException {
    Map<String, String> code = keysInCode();
    assertFalse(code.isEmpty());
    assertEquals(code, keysOnThePage());
  }

  @Test
  void keysAreFew() {
    assertTrue(keysInCode().size() <= MOST_KEYS, "keys: " + keysInCode().size());
  }

  private static Map<String, String> keysInCode() {
    Map<String, String> keys = new TreeMap<>();
    Settings.mappings().stream()
        .map(ConfigMappings.ConfigClass::configClass)
        .map(ConfigMappings::getProperties)
        .forEach(
            properties ->
                properties.forEach(
                    (key, property) ->
                        keys.put(
                            key, property.hasDefaultValue() ? property.getDefaultValue() : "")));
    keys.keySet().removeIf(key -> key.endsWith("[*]")); // the other spelling of a list's key
    return keys;
  }

  /** Reads a table. A default without backquotes, such as "half of the heap", is a description. */
  private static Map<String, String> keysOnThePage() throws IOException {
    Map<String, String> keys = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(PAGE));
    while (row.find()) {
      keys.put(row.group(1), row.group(2) == null ? "" : row.group(2));
    }
    return keys;
  }
}
