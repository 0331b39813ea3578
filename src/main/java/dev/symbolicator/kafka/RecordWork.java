package dev.symbolicator.kafka;

import dev.symbolicator.api.problem.Action;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCodings;
import dev.symbolicator.content.Decoder;
import dev.symbolicator.content.Decoder.Decoding;
import dev.symbolicator.kafka.KafkaConfig.KafkaLimits;
import dev.symbolicator.kafka.KafkaConfig.KafkaSettings;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.rows.ProfileRows;
import dev.symbolicator.rows.ProfileRows.Row;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.threads.Spans;
import io.opentelemetry.api.trace.Span;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Does the work on one record: undoes its codings, symbolicates the profile, writes the answer. */
final class RecordWork {
  private static final Logger LOG = Logger.getLogger(RecordWork.class);

  /** The answer while it is written, and as it is sent. */
  private static final int COPIES = 2;

  private final Symbolicator symbolicator;
  private final KafkaSettings settings;
  private final List<String> dimensions;
  private final @Nullable RowKind rows;
  private final long maxBodySize;
  private final Duration deadline;

  /**
   * Makes the work.
   *
   * @param dimensions further columns of rows
   */
  RecordWork(
      Symbolicator symbolicator,
      KafkaSettings settings,
      List<String> dimensions,
      long maxBodySize,
      Duration deadline) {
    this.symbolicator = symbolicator;
    this.settings = settings;
    this.dimensions = dimensions;
    Set<RowKind> kinds = settings.rowTopics().keySet();
    rows = kinds.isEmpty() ? null : kinds.size() == 1 ? kinds.iterator().next() : RowKind.ALL;
    this.maxBodySize = maxBodySize;
    this.deadline = deadline;
  }

  sealed interface Outcome {
    /**
     * An answer.
     *
     * @param value null without a topic for it
     * @param mediaType the type of the value
     * @param hasRows whether the profile's format has rows, also if all are known
     * @param rows those that are not known to be in their topics
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answered(
        byte @Nullable [] value,
        String mediaType,
        SymbolicationReport report,
        boolean hasRows,
        List<WrittenRow> rows)
        implements Outcome {}

    /** Scripts were pending at the deadline, and a further attempt is possible. */
    record Pending() implements Outcome {}

    record Refused(Problem problem) implements Outcome {
      /** Tells whether the same work may succeed later. */
      boolean isForNow() {
        return Action.of(problem) == Action.RETRY;
      }
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record WrittenRow(RowKind kind, String topic, String id, byte[] json) {}

  /**
   * Works on a record on the calling thread until a script must be waited for. Never fails.
   *
   * @param sent the rows that need not be written again
   * @param lease charged with the record's value; with the answer too when there is one
   */
  CompletableFuture<Outcome> run(
      ConsumerRecord<byte[], byte[]> record, SentRows sent, ByteBudget.Lease lease) {
    ByteBudget.Hold hold = lease.hold();
    if (hold == null) {
      return CompletableFuture.completedFuture(new Outcome.Refused(internal()));
    }
    long value = lease.held();
    Span span = span(record);
    return Spans.within(span, () -> Futures.guarded(() -> symbolicate(record, lease)))
        .handle((result, fault) -> outcome(record, result, fault, sent, lease, value))
        .whenComplete(
            (outcome, impossible) -> {
              hold.close();
              end(span, outcome);
            });
  }

  /** Starts the record's span, which becomes that of what is written for the record. */
  private static Span span(ConsumerRecord<byte[], byte[]> record) {
    Span span = Spans.startOf(record, RecordHeaders.GETTER, "process " + record.topic());
    if (span.isRecording()) {
      span.setAttribute("messaging.system", "kafka");
      span.setAttribute("messaging.destination.name", record.topic());
      span.setAttribute("messaging.destination.partition.id", String.valueOf(record.partition()));
      span.setAttribute("messaging.kafka.offset", record.offset());
      Spans.inject(span, record.headers(), RecordHeaders::set);
    }
    return span;
  }

  private static void end(Span span, @Nullable Outcome outcome) {
    if (outcome instanceof Outcome.Refused refused) {
      Spans.end(span, refused.problem().name(), refused.problem().detail());
    } else {
      Spans.end(span, outcome instanceof Outcome.Pending ? "pending" : "symbolicated", null);
    }
  }

  private CompletableFuture<SymbolicationResult> symbolicate(
      ConsumerRecord<byte[], byte[]> record, ByteBudget.Lease lease) {
    if (record.value() == null) {
      throw new ProblemException(
          Problem.of(Problem.ProblemKind.NOT_JSON, "The record has no value, so no profile."));
    }
    String scope = RecordHeaders.scope(record, settings);
    SymbolicationOptions options =
        new SymbolicationOptions(
            false,
            false,
            false,
            RecordHeaders.builds(record),
            false,
            RecordHeaders.text(record, RecordHeaders.CONTENT_TYPE),
            null,
            false,
            null,
            0,
            false,
            false,
            rows == null ? null : RecordHeaders.rows(record, rows, dimensions));
    byte[] profile = decoded(record, lease);
    return symbolicator.symbolicate(
        profile,
        options,
        new RequestContext(scope, Allowance.within(lease), Deadline.in(deadline)));
  }

  private byte[] decoded(ConsumerRecord<byte[], byte[]> record, ByteBudget.Lease lease) {
    ContentCodings codings =
        ContentCodings.parse(RecordHeaders.text(record, RecordHeaders.CONTENT_ENCODING));
    if (codings instanceof ContentCodings.Unsupported unsupported) {
      throw new ProblemException(Problems.unsupportedCoding(unsupported.detail()));
    }
    Decoder decoder = new Decoder((ContentCodings.Supported) codings, maxBodySize, lease, true);
    decoder.expect(record.value().length);
    boolean unused = decoder.accept(record.value());
    Decoding decoding = decoder.finish();
    if (!(decoding instanceof Decoding.Decoded decoded)) {
      throw new ProblemException(Problems.of(decoding, lease));
    }
    return decoded.bytes();
  }

  private Outcome outcome(
      ConsumerRecord<byte[], byte[]> record,
      @Nullable SymbolicationResult result,
      @Nullable Throwable fault,
      SentRows sent,
      ByteBudget.Lease lease,
      long value) {
    Problem problem;
    try {
      if (fault == null && result != null) {
        return answer(record, Problems.symbolicatedOrProblem(result, lease), sent, lease, value);
      }
      problem =
          fault != null && Futures.cause(fault) instanceof ProblemException known
              ? known.problem()
              : internal(fault);
    } catch (ProblemException refused) {
      problem = refused.problem();
    } catch (IOException | RuntimeException | Error bug) {
      problem = internal(bug);
    }
    lease.shrinkTo(value);
    return new Outcome.Refused(problem);
  }

  private Outcome answer(
      ConsumerRecord<byte[], byte[]> record,
      Symbolicated symbolicated,
      SentRows sent,
      ByteBudget.Lease lease,
      long value)
      throws IOException {
    SymbolicationReport report = symbolicated.report();
    if (Action.of(report) == Action.RETRY
        && RecordHeaders.hasFurtherAttempt(record, settings, KafkaLimits.DEFAULT.attempts())) {
      lease.shrinkTo(value);
      return new Outcome.Pending();
    }
    ProfileRows made = symbolicated.rows();
    if (settings.output() == null && made == null) {
      throw new ProblemException(noPlace(symbolicated.format()));
    }
    long most = settings.output() == null ? 0 : symbolicated.mostBytes();
    long mostOfRows = made == null ? 0 : made.mostBytes();
    if (!lease.grow(COPIES * (most + mostOfRows))) {
      throw new ProblemException(Problems.noRoom(lease));
    }
    byte[] answer = settings.output() == null ? null : symbolicated.toBytes();
    List<WrittenRow> written = made == null ? List.of() : written(made, sent);
    long bytes = answer == null ? 0 : answer.length;
    for (WrittenRow row : written) {
      bytes += row.json().length;
    }
    lease.shrinkTo(value + bytes);
    return new Outcome.Answered(answer, symbolicated.mediaType(), report, made != null, written);
  }

  private List<WrittenRow> written(ProfileRows made, SentRows sent) throws IOException {
    List<WrittenRow> written = new ArrayList<>();
    for (Row row : (Iterable<Row>) made.rows()::iterator) {
      String topic = settings.rowTopics().get(row.kind());
      if (topic != null && !sent.has(row.kind(), row.id())) {
        written.add(new WrittenRow(row.kind(), topic, row.id(), row.json()));
      }
    }
    return written;
  }

  private static Problem noPlace(String format) {
    return Problem.of(
        Problem.ProblemKind.NOT_AVAILABLE,
        "Only a js-self-profile or a cpuprofile can be rows, and the value is of the format %s. Set symbolicator.kafka.output-topic to pass on profiles of all formats."
            .formatted(format));
  }

  private static Problem internal(@Nullable Throwable bug) {
    LOG.error("a record failed", bug);
    return internal();
  }

  private static Problem internal() {
    return Problem.of(
        Problem.ProblemKind.INTERNAL, "The record could not be answered. The log has the reason.");
  }
}
