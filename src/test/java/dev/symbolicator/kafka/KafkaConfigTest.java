package dev.symbolicator.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.testing.Settings;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaConfigTest {
  private static final List<String> COMPLETE =
      List.of(
          "symbolicator.kafka.bootstrap-servers", "kafka:9092",
          "symbolicator.kafka.topic", "profiles",
          "symbolicator.kafka.output-topic", "symbolicated",
          "symbolicator.kafka.dead-letter-topic", "dead");

  private static @Nullable KafkaSettings settings(List<String> keysAndValues) {
    return KafkaSettings.of(
        Settings.of(keysAndValues.toArray(new String[0])).read(KafkaConfig.class));
  }

  private static KafkaSettings with(String... more) {
    List<String> all = new ArrayList<>(COMPLETE);
    all.addAll(List.of(more));
    KafkaSettings settings = settings(all);
    assertNotNull(settings);
    return settings;
  }

  @Test
  void modeIsOffWithoutATopic() {
    assertNull(settings(List.of()));
    assertNull(settings(List.of("symbolicator.kafka.bootstrap-servers", "kafka:9092")));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 6})
  void missingKeyIsNamed(int key) {
    List<String> keys = new ArrayList<>(COMPLETE);
    String name = keys.remove(key);
    keys.remove(key);
    String message = assertThrows(ConfigurationException.class, () -> settings(keys)).getMessage();
    assertTrue(message.startsWith(name + " is missing"), message);
  }

  @Test
  void topicOfRowsMayReplaceTheOutput() {
    List<String> keys = new ArrayList<>(COMPLETE);
    keys.set(4, "symbolicator.kafka.profile-rows-topic");
    KafkaSettings settings = settings(keys);
    assertNotNull(settings);
    assertNull(settings.output());
    assertEquals(Map.of(RowKind.PROFILES, "symbolicated"), settings.rowTopics());
    assertEquals(
        Map.of(RowKind.STACKS, "stacks", RowKind.FUNCTIONS, "functions"),
        with(
                "symbolicator.kafka.stack-rows-topic", "stacks",
                "symbolicator.kafka.function-rows-topic", "functions")
            .rowTopics());
  }

  @ParameterizedTest
  @CsvSource({
    "output-topic,profiles",
    "retry-topic,profiles",
    "retry-topic,dead",
    "profile-rows-topic,symbolicated",
    "stack-rows-topic,profiles"
  })
  void topicsDiffer(String key, String topic) {
    assertThrows(ConfigurationException.class, () -> with("symbolicator.kafka." + key, topic));
  }

  @ParameterizedTest
  @CsvSource({"scope,Shop", "scopes,'shop,a b'"})
  void scopesHaveLowerCaseLettersDigitsAndHyphens(String key, String value) {
    assertThrows(ConfigurationException.class, () -> with("symbolicator.kafka." + key, value));
  }

  @Test
  void headerMayChooseTheScopesThatAreListed() {
    assertEquals(Set.of("default"), with().scopes());
    assertEquals(
        Set.of("shop", "news"),
        with("symbolicator.kafka.scope", "shop", "symbolicator.kafka.scopes", "news").scopes());
  }

  @Test
  void clientKeysHaveDotsAndAreNotShown() {
    KafkaSettings settings =
        with("symbolicator.kafka.client.\"sasl.jaas.config\"", "password=\"secret\";");
    assertEquals(Map.of("sasl.jaas.config", "password=\"secret\";"), settings.client());
    assertFalse(settings.toString().contains("secret"));
  }
}
