package dev.symbolicator.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.symbolicator.api.http.ProfileHead;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.rows.RowsRequest;
import dev.symbolicator.rows.RowsRequest.Dimension;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.symbolication.ScriptResolver.WantedScript;
import dev.symbolicator.symbolication.SymbolicationOptions.GivenBuilds;
import dev.symbolicator.symbolication.SymbolicationReport;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Reads what a record's headers ask for, and makes the records that are written. */
final class RecordHeaders {
  static final String CONTENT_TYPE = "content-type";
  static final String CONTENT_ENCODING = "content-encoding";
  static final String RELEASE = "release";
  static final String DEBUG_IDS = "debug-ids";
  static final String PROFILE_ID = "profile_id";
  static final String SCOPE = "scope";
  static final String ATTEMPT = "attempt";
  static final String NOT_BEFORE = "not-before";
  static final String SYMBOLICATION = ProfileHead.SYMBOLICATION.toLowerCase(Locale.ROOT);

  static final byte[] JSON_TYPE = "application/json".getBytes(UTF_8);

  /** Reads {@code traceparent} and {@code tracestate}. */
  static final TextMapGetter<ConsumerRecord<byte[], byte[]>> GETTER =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(ConsumerRecord<byte[], byte[]> record) {
          return StreamSupport.stream(record.headers().spliterator(), false)
              .map(Header::key)
              .toList();
        }

        @Override
        public @Nullable String get(@Nullable ConsumerRecord<byte[], byte[]> record, String name) {
          return record == null ? null : text(record, name);
        }
      };

  private static final String MULTIPART = "multipart/";
  private static final JsonFactory JSON = new JsonFactory();

  /** Holds the IDs of some hundred scripts. */
  static final int MAX_DEBUG_IDS_LENGTH = 64 * 1024;

  private static final String DEAD_LETTER = "dead-letter-";

  /** 18 digits fit into a long, and no honest header has more. */
  private static final String NUMBER = "[0-9]{1,18}";

  private RecordHeaders() {}

  /** Returns the last header of a name, as Kafka's own tools do; null if there is none. */
  static @Nullable String text(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null || header.value() == null ? null : new String(header.value(), UTF_8);
  }

  /** Returns the scope that the header chooses; throws a {@link ProblemException} for others. */
  static String scope(ConsumerRecord<byte[], byte[]> record, KafkaSettings settings) {
    String scope = text(record, SCOPE);
    if (scope == null) {
      return settings.scope();
    }
    if (!settings.scopes().contains(scope)) {
      throw new ProblemException(
          Problem.of(
              Problem.ProblemKind.FORBIDDEN,
              "The header scope names a scope that symbolicator.kafka.scopes does not have."));
    }
    return scope;
  }

  /** Returns the builds of the headers; throws a {@link ProblemException} if one is malformed. */
  static GivenBuilds builds(ConsumerRecord<byte[], byte[]> record) {
    return new GivenBuilds(release(record), debugIds(record));
  }

  private static @Nullable String release(ConsumerRecord<byte[], byte[]> record) {
    String release = text(record, RELEASE);
    if (release != null && !WantedScript.isRelease(release)) {
      throw bad(
          "The header release must have 1 to %d characters, none of them a control character."
              .formatted(WantedScript.maxReleaseLength()));
    }
    return release;
  }

  private static Map<String, String> debugIds(ConsumerRecord<byte[], byte[]> record) {
    String text = text(record, DEBUG_IDS);
    if (text == null) {
      return Map.of();
    }
    if (text.length() > MAX_DEBUG_IDS_LENGTH) {
      throw bad(
          "The header debug-ids must have at most %d characters.".formatted(MAX_DEBUG_IDS_LENGTH));
    }
    Map<String, String> ids = new HashMap<>();
    try (JsonParser json = JSON.createParser(text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw noDebugIds();
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String url = json.currentName();
        boolean isText = json.nextToken() == JsonToken.VALUE_STRING;
        String id = isText ? WantedScript.canonicalDebugId(json.getText()) : null;
        if (id == null) {
          throw noDebugIds();
        }
        ids.put(url, id);
      }
      if (json.nextToken() != null) {
        throw noDebugIds();
      }
      return ids;
    } catch (IOException notJson) {
      throw noDebugIds();
    }
  }

  private static ProblemException noDebugIds() {
    return bad(
        "The header debug-ids must be a JSON object of scripts' URLs with their debug IDs, which are UUIDs.");
  }

  /**
   * Returns the rows to make of a record; throws a {@link ProblemException} if the header of the
   * profile's id or of a dimension is malformed.
   */
  static RowsRequest rows(
      ConsumerRecord<byte[], byte[]> record, RowKind kind, List<String> dimensions) {
    String id = text(record, PROFILE_ID);
    if (id != null && !RowsRequest.isProfileId(id)) {
      throw bad("The header profile_id must have 1 to 64 letters, digits, hyphens or underscores.");
    }
    return new RowsRequest(
        kind, dimensions.stream().map(name -> dimension(record, name)).toList(), id, true);
  }

  private static Dimension dimension(ConsumerRecord<byte[], byte[]> record, String name) {
    String value = Objects.requireNonNullElse(text(record, name), "");
    if (!Dimension.allows(value)) {
      throw bad(
          "The header %s must have at most %d characters, none of them a control character."
              .formatted(name, Dimension.MAX_LENGTH));
    }
    return new Dimension(name, value);
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.of(Problem.ProblemKind.BAD_PARAMETER, detail));
  }

  /** Returns which attempt this is, from 1. The header counts in the retry topic only. */
  static int attempt(ConsumerRecord<byte[], byte[]> record, KafkaSettings settings) {
    if (!record.topic().equals(settings.retries())) {
      return 1;
    }
    long before = Math.max(1, number(record, ATTEMPT));
    return (int) Math.min(Integer.MAX_VALUE, before + 1);
  }

  /** Tells whether a record that failed for now may be tried again later. */
  static boolean hasFurtherAttempt(
      ConsumerRecord<byte[], byte[]> record, KafkaSettings settings, int attempts) {
    return settings.retries() != null && attempt(record, settings) < attempts;
  }

  /** Returns when a record may be worked on, at most {@code longest} from now. */
  static Instant due(
      ConsumerRecord<byte[], byte[]> record,
      KafkaSettings settings,
      Instant now,
      Duration longest) {
    if (!record.topic().equals(settings.retries())) {
      return now;
    }
    Instant latest = now.plus(longest);
    Instant due = Instant.ofEpochMilli(Math.max(0, number(record, NOT_BEFORE)));
    return due.isAfter(latest) ? latest : due;
  }

  /** Returns a header's number; -1 if it is absent or no number. */
  private static long number(ConsumerRecord<byte[], byte[]> record, String name) {
    String text = text(record, name);
    return text != null && text.matches(NUMBER) ? Long.parseLong(text) : -1;
  }

  /**
   * Returns the answer, without the coding that was undone. A form with source maps is answered by
   * its profile alone, so a type that tells of a form becomes that of the answer.
   */
  static ProducerRecord<byte[], byte[]> answer(
      ConsumerRecord<byte[], byte[]> record,
      KafkaSettings settings,
      String topic,
      byte[] value,
      String mediaType,
      SymbolicationReport report) {
    ProducerRecord<byte[], byte[]> answer = to(topic, record, value);
    answer.headers().remove(CONTENT_ENCODING);
    String type = text(record, CONTENT_TYPE);
    if (type != null && type.toLowerCase(Locale.ROOT).startsWith(MULTIPART)) {
      set(answer.headers(), CONTENT_TYPE, mediaType);
    }
    if (record.topic().equals(settings.retries())) {
      answer.headers().remove(ATTEMPT).remove(NOT_BEFORE);
    }
    set(answer.headers(), SYMBOLICATION, ProfileHead.symbolication(report));
    return answer;
  }

  /** Returns a row, whose key is its id, so that a compacted topic keeps it once. */
  static ProducerRecord<byte[], byte[]> row(
      ConsumerRecord<byte[], byte[]> record, String topic, String id, byte[] json) {
    ProducerRecord<byte[], byte[]> row =
        new ProducerRecord<>(topic, null, time(record), id.getBytes(UTF_8), json);
    row.headers().add(CONTENT_TYPE, JSON_TYPE);
    return row;
  }

  /** Returns the record for a further attempt after the n-th, n counting from 1. */
  static ProducerRecord<byte[], byte[]> retry(
      ConsumerRecord<byte[], byte[]> record, String topic, int attempt, Instant notBefore) {
    ProducerRecord<byte[], byte[]> retry = to(topic, record, record.value());
    set(retry.headers(), ATTEMPT, Integer.toString(attempt));
    set(retry.headers(), NOT_BEFORE, Long.toString(notBefore.toEpochMilli()));
    return retry;
  }

  /** Returns the dead letter, whose value is untouched; without value or time if so asked. */
  static ProducerRecord<byte[], byte[]> deadLetter(
      ConsumerRecord<byte[], byte[]> record,
      KafkaSettings settings,
      Problem problem,
      boolean isWhole) {
    ProducerRecord<byte[], byte[]> letter =
        isWhole
            ? to(settings.deadLetters(), record, record.value())
            : new ProducerRecord<>(
                settings.deadLetters(), null, null, record.key(), null, record.headers());
    set(letter.headers(), DEAD_LETTER + "reason", problem.type());
    set(letter.headers(), DEAD_LETTER + "exception", problem.detail());
    set(letter.headers(), DEAD_LETTER + "topic", record.topic());
    set(letter.headers(), DEAD_LETTER + "partition", Integer.toString(record.partition()));
    set(letter.headers(), DEAD_LETTER + "offset", Long.toString(record.offset()));
    return letter;
  }

  private static ProducerRecord<byte[], byte[]> to(
      String topic, ConsumerRecord<byte[], byte[]> record, byte @Nullable [] value) {
    return new ProducerRecord<>(topic, null, time(record), record.key(), value, record.headers());
  }

  private static @Nullable Long time(ConsumerRecord<byte[], byte[]> record) {
    return record.timestamp() < 0 ? null : record.timestamp();
  }

  /** Sets the only header of a name. */
  static void set(Headers headers, String name, String value) {
    headers.remove(name).add(name, value.getBytes(UTF_8));
  }
}
