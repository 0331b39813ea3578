package dev.symbolicator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Settings;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartFaultTest {
  private static final List<Class<?>> MAPPINGS = Settings.mappings();

  /** Returns what the start says about settings, keys and values in turn. */
  private static String said(String... keysAndValues) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    SmallRyeConfigBuilder builder =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .addDiscoveredConverters()
            .withValidateUnknown(false)
            .withSources(new PropertiesConfigSource(values, "my.properties", 100));
    MAPPINGS.forEach(builder::withMapping);
    ConfigValidationException wrong = assertThrows(ConfigValidationException.class, builder::build);
    return StartFault.sentences(wrong);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fetch.max-map-size|12X|must be a size of at least 1 byte and less than 1G, such as 32M",
        "fetch.max-map-size|2G|must be a size of at least 1 byte and less than 1G, such as 32M",
        "sink.max-size|0|must be a size of at least 1 byte, such as 32M",
        "fetch.timeout|soon|must be a duration of at least 1 ms, such as 10S or 5M",
        "fetch.max-concurrent|many|must be a whole number of at least 1",
        "fetch.max-concurrent|-1|must be a whole number of at least 1",
        "fetch.allowed-ports|80,-1|must be a port from 1 to 65535",
        "sources.fetch|ture|must be true or false",
        "maps.places|web,moon|Cannot convert moon; allowed values: ",
        "http.proxies|10.0.0.0/99|a prefix has 0 to 32 bits",
      })
  void wrongValueIsOneSentenceOfKeyValueAndExpectation(String key, String value, String expected) {
    String sentence = said("symbolicator." + key, value);
    assertTrue(
        sentence.startsWith("symbolicator.%s is \"%s\": %s".formatted(key, value, expected)),
        sentence);
    assertTrue(sentence.endsWith("."), sentence);
    assertEquals(1, sentence.lines().count(), sentence);
  }

  @ParameterizedTest
  @CsvSource({
    "symbolicator.fetch.timeout, ''",
    "symbolicator.fetch.origin.maps.headers.a, b",
    "symbolicator.fetch.max-map-size, ${nowhere}",
    "symbolicator.fetch.timeout, '1\n2'",
  })
  void anyOtherWrongSettingIsOneSentenceThatNamesItsKey(String key, String value) {
    String sentence = said(key, value);
    assertEquals(1, sentence.lines().count(), sentence);
    assertTrue(
        sentence.contains(key.replaceFirst("headers.a", "url")) && !sentence.contains("SRCFG"),
        sentence);
  }

  @Test
  void eachWrongSettingHasItsSentence() {
    String said = said("symbolicator.fetch.timeout", "x", "symbolicator.cache.compilers", "x");
    assertEquals(2, said.lines().count(), said);
  }
}
