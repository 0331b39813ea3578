package dev.symbolicator.kafka;

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
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator;
import dev.symbolicator.symbolication.Symbolicator.Deadline;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.threads.Futures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Does the work on one record: undoes its codings, symbolicates the profile, writes the answer. */
final class RecordWork {
  private static final Logger LOG = Logger.getLogger(RecordWork.class);

  /** The answer while it is written, and as it is sent. */
  private static final int COPIES = 2;

  private static final int UNAVAILABLE = 503;

  private final Symbolicator symbolicator;
  private final KafkaSettings settings;
  private final long maxBodySize;
  private final Duration deadline;

  RecordWork(
      Symbolicator symbolicator, KafkaSettings settings, long maxBodySize, Duration deadline) {
    this.symbolicator = symbolicator;
    this.settings = settings;
    this.maxBodySize = maxBodySize;
    this.deadline = deadline;
  }

  sealed interface Outcome {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Answered(byte[] value, SymbolicationReport report) implements Outcome {}

    /** Scripts were pending at the deadline, and a further attempt is possible. */
    record Pending() implements Outcome {}

    record Refused(Problem problem) implements Outcome {}

    /** Others had taken the memory. The same work may succeed later. */
    record NoRoom(Problem problem) implements Outcome {}
  }

  /**
   * Works on a record on the calling thread until a script must be waited for. Never fails.
   *
   * @param lease charged with the record's value; with the answer too when there is one
   */
  CompletableFuture<Outcome> run(ConsumerRecord<byte[], byte[]> record, ByteBudget.Lease lease) {
    ByteBudget.Hold hold = lease.hold();
    if (hold == null) {
      return CompletableFuture.completedFuture(new Outcome.Refused(internal()));
    }
    long value = lease.held();
    return Futures.guarded(() -> symbolicate(record, lease))
        .handle((result, fault) -> outcome(record, result, fault, lease, value))
        .whenComplete((outcome, impossible) -> hold.close());
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
            RecordHeaders.release(record),
            false,
            RecordHeaders.text(record, RecordHeaders.CONTENT_TYPE),
            null,
            false);
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
      ByteBudget.Lease lease,
      long value) {
    Problem problem;
    try {
      if (fault == null && result != null) {
        return answer(record, Problems.symbolicatedOrProblem(result, lease), lease, value);
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
    return problem.status() == UNAVAILABLE
        ? new Outcome.NoRoom(problem)
        : new Outcome.Refused(problem);
  }

  private Outcome answer(
      ConsumerRecord<byte[], byte[]> record,
      Symbolicated symbolicated,
      ByteBudget.Lease lease,
      long value)
      throws IOException {
    SymbolicationReport report = symbolicated.report();
    if (report.pending() > 0
        && settings.retries() != null
        && RecordHeaders.attempt(record, settings) < KafkaLimits.DEFAULT.attempts()) {
      lease.shrinkTo(value);
      return new Outcome.Pending();
    }
    long most = symbolicated.mostBytes();
    if (!lease.grow(COPIES * most)) {
      throw new ProblemException(Problems.noRoom(lease));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream((int) Math.min(most, Integer.MAX_VALUE));
    symbolicated.profile().writeTo(out);
    byte[] answer = out.toByteArray();
    lease.shrinkTo(value + answer.length);
    return new Outcome.Answered(answer, report);
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
