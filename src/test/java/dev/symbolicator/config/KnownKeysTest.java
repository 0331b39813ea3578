package dev.symbolicator.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Settings;
import io.smallrye.config.ConfigMappingInterface.Property;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnownKeysTest {
  private static final List<Class<?>> MAPPINGS = Settings.mappings();
  private static final String SECRET = "0123456789abcdef";
  private static final Pattern IN_MANIFEST =
      Pattern.compile("- name: (SYMBOLICATOR_\\w+)\\n(?: +value: \"?([^\">\\n]+)\"?\\n)?");

  private static List<String> unknown(ConfigSource source) {
    SmallRyeConfigBuilder builder =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .addDiscoveredConverters()
            .withValidateUnknown(false)
            .withSources(source);
    MAPPINGS.forEach(builder::withMapping);
    return KnownKeys.unknown(builder.build(), MAPPINGS);
  }

  private static List<String> unknownKeys(Map<String, String> values) {
    return unknown(new PropertiesConfigSource(values, "my.properties", 100));
  }

  private static List<String> unknownVariables(Map<String, String> values) {
    return unknown(new EnvConfigSource(values, 300));
  }

  private static List<String> unknown(String name, String value) {
    return name.startsWith("symbolicator.")
        ? unknownKeys(Map.of(name, value))
        : unknownVariables(Map.of(name, value));
  }

  /** Returns all keys with values that can be read, and a name in place of each asterisk. */
  private static Map<String, String> allKeys(String name) {
    Map<String, String> keys = new TreeMap<>();
    for (Class<?> mapping : MAPPINGS) {
      ConfigMappings.getProperties(ConfigClass.configClass(mapping))
          .forEach((key, property) -> keys.put(key.replace("*", name), value(key, property)));
    }
    keys.keySet().removeIf(key -> key.contains("[")); // the other spelling of a list's key
    return keys;
  }

  private static String value(String key, Property property) {
    if (property.hasDefaultValue() && property.getDefaultValue() != null) {
      return property.getDefaultValue();
    }
    return key.endsWith(".proxies") ? "10.0.0.0/8" : "1M";
  }

  /** ConfigurationTableTest compares them with the table of docs/configuration.md. */
  @ParameterizedTest
  @ValueSource(strings = {"ci", "\"shop.ci\""})
  void everyKeyIsKnownAndSoIsItsVariable(String name) {
    Map<String, String> keys = allKeys(name);
    assertTrue(keys.size() > 80, keys::toString);
    assertEquals(List.of(), unknownKeys(keys));
    Map<String, String> variables = new HashMap<>();
    keys.forEach(
        (key, value) ->
            variables.put(key.replaceAll("[^a-z0-9]", "_").toUpperCase(Locale.ROOT), value));
    assertEquals(keys.size(), variables.size());
    assertEquals(List.of(), unknownVariables(variables));
  }

  @Test
  void everyVariableOfTheManifestsIsKnown() throws IOException {
    Map<String, String> variables = new HashMap<>();
    try (Stream<Path> files = Files.walk(Path.of("k8s"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
        Matcher variable = IN_MANIFEST.matcher(Files.readString(file));
        while (variable.find()) {
          String value = variable.group(2);
          variables.put(variable.group(1), value == null ? SECRET : value);
        }
      }
    }
    assertTrue(variables.size() > 20, variables::toString);
    assertEquals(List.of(), unknownVariables(variables));
  }

  @ParameterizedTest
  @CsvSource({
    "SYMBOLICATOR_ACCESS_TOKENS_CI_PREFIXES_0_, https://a.example/",
    "SYMBOLICATOR_FETCH_ORIGIN_MAPS_HEADERS__X_API_KEY_, x",
    "SYMBOLICATOR_FETCH_ORIGIN_MAPS_HEADERS_X_API_KEY, x",
    "SYMBOLICATOR_KAFKA_CLIENT__SECURITY_PROTOCOL_, SSL",
    "symbolicator.kafka.client.\"security.protocol\", SSL",
    "symbolicator.fetch.allowed-origins[0], *",
    "SYMBOLICATOR_URL, https://a.example",
    "SYMBOLICATOR_TOKEN, x",
    "SYMBOLICATOR_RETRIES, 5",
    "SYMBOLICATOR, http://localhost:8080",
  })
  void otherSpellingAndVariableOfTheUploadIsTaken(String name, String value) {
    Map<String, String> values = new HashMap<>(Map.of(name, value));
    if (name.contains("ORIGIN_MAPS")) {
      values.put("SYMBOLICATOR_FETCH_ORIGIN_MAPS_URL", "https://a.example");
    }
    assertEquals(
        List.of(),
        name.startsWith("symbolicator.") ? unknownKeys(values) : unknownVariables(values));
  }

  /** Kubernetes sets them for a Service that is named symbolicator, and for symbolicator-redis. */
  @ParameterizedTest
  @ValueSource(strings = {"SYMBOLICATOR", "SYMBOLICATOR_REDIS"})
  void variableOfAServiceIsTaken(String service) {
    Map<String, String> variables = new HashMap<>();
    for (String end :
        List.of(
            "SERVICE_HOST",
            "SERVICE_PORT",
            "SERVICE_PORT_HTTP",
            "PORT",
            "PORT_8080_TCP",
            "PORT_8080_TCP_ADDR",
            "PORT_8080_TCP_PORT",
            "PORT_8080_TCP_PROTO")) {
      variables.put(service + '_' + end, "10.0.0.1");
    }
    assertEquals(List.of(), unknownVariables(variables));
    variables.remove(service + "_SERVICE_HOST");
    assertEquals(variables.size(), unknownVariables(variables).size());
  }

  @ParameterizedTest
  @CsvSource({
    "symbolicator.fetch.max-map-siez, symbolicator.fetch.max-map-size",
    "symbolicator.ftech.timeout, symbolicator.fetch.timeout",
    "symbolicator.fetch.max.map.size, symbolicator.fetch.max-map-size",
    "symbolicator.access.token.ci.value, symbolicator.access.tokens.*.value",
    "SYMBOLICATOR_FETCH_ALLOWED_ORIGIN, SYMBOLICATOR_FETCH_ALLOWED_ORIGINS",
    "SYMBOLICATOR_FETCH_ALLOWED_PORT, SYMBOLICATOR_FETCH_ALLOWED_PORTS",
    "SYMBOLICATOR_MAX_SCRIPT_SIZE, SYMBOLICATOR_FETCH_MAX_SCRIPT_SIZE",
    "SYMBOLICATOR_CACHEDIRECTORY, SYMBOLICATOR_CACHE_DIRECTORY",
    "SYMBOLICATOR_KAFKA_CLIENTS_X, SYMBOLICATOR_KAFKA_CLIENT_*",
  })
  void misspeltKeyNamesTheNearOne(String misspelt, String near) {
    List<String> sentences = unknown(misspelt, SECRET);
    assertEquals(1, sentences.size(), sentences::toString);
    String where = misspelt.startsWith("SYMB") ? "environment variable" : "my.properties";
    String sentence = sentences.get(0);
    assertTrue(sentence.startsWith(misspelt + " ("), sentence);
    assertTrue(sentence.contains(where), sentence);
    assertTrue(sentence.contains("did you mean " + near), sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"symbolicator.sky.colour", "SYMBOLICATOR_SKY", "SYMBOLICATOR_"})
  void keyWithoutANearOneNamesTheList(String name) {
    List<String> sentences = unknown(name, SECRET);
    assertEquals(1, sentences.size(), sentences::toString);
    assertTrue(sentences.get(0).endsWith("; docs/configuration.md has the list."));
  }

  /** Without its token the service would be open. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SYMBOLICATOR_ACCESS_TOKENS_MY_CI_VALUE",
        "SYMBOLICATOR_ACCESS_TOKENS_CI_SECRET",
        "SYMBOLICATOR_ACCESS_TOKENS_VALUE",
        "SYMBOLICATOR_ACCESS_TOKEN_CI_VALUE",
        "symbolicator_access_token_ci_value",
        "symbolicator.access.token.ci.value"
      })
  void misspeltTokenIsNamedWithoutItsValue(String name) {
    List<String> sentences = unknown(name, SECRET);
    assertEquals(1, sentences.size(), sentences::toString);
    assertTrue(sentences.get(0).startsWith(name + " ("), sentences::toString);
    assertFalse(sentences.get(0).contains(SECRET));
  }

  @Test
  void eachMisspeltKeyHasItsSentence() {
    assertEquals(
        2,
        unknownKeys(
                Map.of(
                    "symbolicator.cache.dir", "/cache",
                    "symbolicator.fetch.timeout", "1S",
                    "symbolicator.fetch.time", "1S",
                    "quarkus.http.prot", "1"))
            .size());
  }

  @ParameterizedTest
  @CsvSource({"abc,abc,0", "abc,abd,1", "abc,abcd,1", "abc,ac,1", "a*c,abbbc,0", "a*,a,0", "*,x,0"})
  void distanceIsTheNumberOfOtherCharacters(String key, String name, int distance) {
    assertEquals(distance, KnownKeys.distance(key, name));
  }
}
