package dev.symbolicator.kafka;

import dev.symbolicator.access.AccessTokens;
import dev.symbolicator.config.Converters.PositiveDuration;
import dev.symbolicator.rows.RowsRequest.RowKind;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Configures the pipeline mode, which is off without a topic; see {@code docs/kafka.md}. */
@ConfigMapping(prefix = "symbolicator.kafka")
public interface KafkaConfig {
  Optional<String> bootstrapServers();

  Optional<String> topic();

  Optional<String> outputTopic();

  Optional<String> profileRowsTopic();

  Optional<String> stackRowsTopic();

  Optional<String> functionRowsTopic();

  Optional<String> deadLetterTopic();

  Optional<String> retryTopic();

  @WithDefault("30S")
  @WithConverter(PositiveDuration.class)
  Duration retryDelay();

  @WithDefault("profile-symbolicator")
  String groupId();

  @WithDefault("default")
  String scope();

  /** Returns the scopes that a record's header may choose, besides {@link #scope}. */
  Optional<List<String>> scopes();

  /** Returns keys of Kafka's clients, such as {@code security.protocol}. */
  Map<String, String> client();

  /**
   * The configuration of a pipeline, complete and checked.
   *
   * @param output the topic of whole profiles; null for none, then there is a topic of rows
   * @param rowTopics the topics of rows of one kind each
   */
  record KafkaSettings(
      String servers,
      String topic,
      @Nullable String output,
      Map<RowKind, String> rowTopics,
      String deadLetters,
      @Nullable String retries,
      Duration retryDelay,
      String group,
      String scope,
      Set<String> scopes,
      Map<String, String> client) {
    private static final String PREFIX = "symbolicator.kafka.";

    /**
     * Checks the configuration; returns null if no topic is set.
     *
     * @throws ConfigurationException which names the key that is missing or wrong
     */
    static @Nullable KafkaSettings of(KafkaConfig config) {
      if (config.topic().isEmpty()) {
        return null;
      }
      KafkaSettings settings =
          new KafkaSettings(
              required("bootstrap-servers", config.bootstrapServers()),
              config.topic().get(),
              config.outputTopic().orElse(null),
              rowTopics(config),
              required("dead-letter-topic", config.deadLetterTopic()),
              config.retryTopic().orElse(null),
              config.retryDelay(),
              config.groupId(),
              scope("scope", config.scope()),
              scopes(config),
              Map.copyOf(config.client()));
      if (settings.output() == null && settings.rowTopics().isEmpty()) {
        throw new ConfigurationException(
            PREFIX
                + "output-topic is missing, and so are the topics of rows. Set one of them, or"
                + " remove "
                + PREFIX
                + "topic to run without Kafka.");
      }
      if (new HashSet<>(settings.topics()).size() < settings.topics().size()) {
        throw new ConfigurationException(
            PREFIX
                + "topic, output-topic, dead-letter-topic, retry-topic and those of rows: two are"
                + " the same topic, whose records would come again and again, or could not be told"
                + " apart. Give each its own.");
      }
      return settings;
    }

    private static Map<RowKind, String> rowTopics(KafkaConfig config) {
      Map<RowKind, String> topics = new EnumMap<>(RowKind.class);
      config.profileRowsTopic().ifPresent(topic -> topics.put(RowKind.PROFILES, topic));
      config.stackRowsTopic().ifPresent(topic -> topics.put(RowKind.STACKS, topic));
      config.functionRowsTopic().ifPresent(topic -> topics.put(RowKind.FUNCTIONS, topic));
      return Collections.unmodifiableMap(topics);
    }

    private static String required(String key, Optional<String> value) {
      return value.orElseThrow(
          () ->
              new ConfigurationException(
                  PREFIX
                      + key
                      + " is missing, and is needed since "
                      + PREFIX
                      + "topic is set. Set it, or remove the topic to run without Kafka."));
    }

    private static Set<String> scopes(KafkaConfig config) {
      Set<String> scopes = new HashSet<>(Set.of(config.scope()));
      config.scopes().orElse(List.of()).forEach(each -> scopes.add(scope("scopes", each)));
      return Set.copyOf(scopes);
    }

    private static String scope(String key, String scope) {
      if (!AccessTokens.isScope(scope)) {
        throw new ConfigurationException(
            PREFIX + key + ": write lower-case letters, digits and hyphens, at most 64.");
      }
      return scope;
    }

    /** Returns all topics, that of the profiles first. */
    List<String> topics() {
      List<String> topics = new ArrayList<>(List.of(topic, deadLetters));
      topics.addAll(rowTopics.values());
      if (output != null) {
        topics.add(output);
      }
      if (retries != null) {
        topics.add(retries);
      }
      return topics;
    }

    /** Returns the topics that are read. */
    List<String> read() {
      return retries == null ? List.of(topic) : List.of(topic, retries);
    }

    /** Shows no client keys, which may be secrets. */
    @Override
    public String toString() {
      return "KafkaSettings" + topics();
    }
  }

  /**
   * Fixed limits.
   *
   * @param records under way at once
   * @param attempts of a record whose scripts are pending
   * @param longestWait of a record in the retry topic, whatever its header says
   * @param memoryWait of a record for which others have taken the memory
   * @param rememberedRows of a topic of stacks or functions, at least
   * @param revokeWait for records under way when a partition goes to another instance
   * @param stopWait for records under way when the service stops
   */
  record KafkaLimits(
      int records,
      int attempts,
      Duration longestWait,
      Duration memoryWait,
      int rememberedRows,
      Duration revokeWait,
      Duration stopWait) {

    public static final KafkaLimits DEFAULT =
        new KafkaLimits(
            64,
            3,
            Duration.ofMinutes(10),
            Duration.ofMinutes(1),
            100_000,
            Duration.ofSeconds(3),
            Duration.ofSeconds(6));
  }
}
