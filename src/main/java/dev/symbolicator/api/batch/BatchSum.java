package dev.symbolicator.api.batch;

import dev.symbolicator.access.Caller;
import dev.symbolicator.api.batch.Batch.LineWork;
import dev.symbolicator.api.batch.Batch.Totals;
import dev.symbolicator.api.batch.BatchAnswer.BatchLine;
import dev.symbolicator.api.batch.BatchRunner.BatchLimits;
import dev.symbolicator.api.batch.BatchRunner.BatchMemory;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.problem.Action;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.export.Export;
import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.export.Export.ExportLimits;
import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.rows.ProfileRows;
import dev.symbolicator.rows.ProfileSum;
import dev.symbolicator.rows.ProfileSum.Baseline;
import dev.symbolicator.rows.RowsRequest.RowKind;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.symbolication.SymbolicationResult.AnswerShape;
import dev.symbolicator.symbolication.SymbolicationResult.Interpreted;
import dev.symbolicator.symbolication.SymbolicationResult.RejectedProfile;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.SymbolicationResult.Timings;
import dev.symbolicator.threads.Futures;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the profiles of a batch in the order of its lines, so that equal batches have equal
 * answers. A line that cannot be added is counted; one that could be later ends the batch, whose
 * sum would lack it.
 */
public final class BatchSum {
  private final SumOptions options;
  private final BatchLimits limits;
  private final BatchMemory memory;
  private final ByteBudget.Lease lease;
  private final LineWork work;
  private final RequestLog log;
  private final Caller caller;
  private final CompletableFuture<Void> left;
  private final ProfileSum sum;
  private final Deque<LineInWork> lines = new ArrayDeque<>();
  private final long start = System.nanoTime();
  private long counted;
  private final Totals totals = new Totals();

  /** What a batch is added up to: an export, or rows of a kind. */
  public record SumOptions(
      @Nullable ExportFormat format,
      @Nullable RowKind rows,
      boolean isAnnotated,
      @Nullable Baseline baseline) {

    public String mediaType() {
      return format == null ? ProfileRows.MEDIA_TYPE : format.mediaType();
    }
  }

  /**
   * A sum that is ready to be written.
   *
   * @param aggregation counts of profiles, as a structured field (RFC 9651)
   * @param lease is charged for the sum
   */
  public record SummedBatch(Symbolicated result, String aggregation, ByteBudget.Lease lease) {}

  private record LineInWork(BatchLine line, CompletableFuture<SymbolicationResult> result) {
    void close() {
      line.lease.close();
    }
  }

  /**
   * Makes an empty sum.
   *
   * @param maxBytes of the sum, beyond which its smallest nodes are folded
   * @param lease to charge for the sum; closed elsewhere
   * @param left is done when the client has left
   */
  BatchSum(
      SumOptions options,
      BatchLimits limits,
      BatchMemory memory,
      long maxBytes,
      ByteBudget.Lease lease,
      LineWork work,
      RequestLog log,
      Caller caller,
      CompletableFuture<Void> left) {
    this.options = options;
    this.limits = limits;
    this.memory = memory;
    this.lease = lease;
    this.work = work;
    this.log = log;
    this.caller = caller;
    this.left = left;
    sum = ProfileSum.of(options.baseline(), limits.sumNodes(), maxBytes, Allowance.within(lease));
  }

  /**
   * Adds all lines.
   *
   * @throws ProblemException if the batch has no sum
   */
  SummedBatch add(LineReader reader) throws InterruptedException {
    String end = ProblemKind.INTERNAL.name();
    try {
      for (BatchLine line = reader.next(); line != null; line = reader.next()) {
        begin(line);
        while (isFirstDone() || isWindowFull()) {
          addFirst();
        }
      }
      while (!lines.isEmpty()) {
        addFirst();
      }
      SummedBatch summed = summed();
      end = "complete";
      return summed;
    } catch (ProblemException refused) {
      end = refused.problem().name();
      throw refused;
    } catch (CancellationException gone) {
      end = "left";
      throw gone;
    } finally {
      lines.forEach(LineInWork::close);
      lines.clear();
      count();
      log.batched(caller, end, totals.counts(), start);
    }
  }

  /** Gives up what this batch holds of the share of all, after its answer. */
  void end() {
    memory.count(-counted);
  }

  /** Begins the work on a line, whose memory stays charged until both it and the sum are done. */
  private void begin(BatchLine line) {
    ByteBudget.Hold hold = Objects.requireNonNull(line.lease.hold());
    Problem known = line.problem;
    CompletableFuture<SymbolicationResult> result =
        known == null
            ? Futures.guarded(() -> work.apply(line.takeBytes(), line.lease))
            : CompletableFuture.failedFuture(new ProblemException(known));
    lines.add(new LineInWork(line, result.whenComplete((done, fault) -> hold.close())));
  }

  private boolean isFirstDone() {
    LineInWork first = lines.peek();
    return first != null && first.result().isDone();
  }

  private boolean isWindowFull() {
    long held = count();
    return lines.size() >= limits.window()
        || held >= limits.unreadBytes()
        || (held >= limits.assuredBytes() && memory.isFull() && !lines.isEmpty());
  }

  /** Counts what this batch holds for the share of all batches, and returns the lines' bytes. */
  private long count() {
    long held = 0;
    for (LineInWork each : lines) {
      held += each.line().lease.held();
    }
    long now = held + lease.held();
    memory.count(now - counted);
    counted = now;
    return held;
  }

  private void addFirst() throws InterruptedException {
    LineInWork first = lines.remove();
    try {
      Problem problem = add(first);
      if (problem != null) {
        totals.addProblem();
        log.failedLine(problem);
      }
    } finally {
      first.close();
    }
    long unread = count();
    if (memory.isFullWithout(unread) && lease.held() >= limits.assuredBytes()) {
      throw new ProblemException(BatchProblems.noRoomForSum());
    }
  }

  /** Adds a profile, or returns the problem of one that cannot be added. */
  private @Nullable Problem add(LineInWork line) throws InterruptedException {
    SymbolicationResult result = null;
    Throwable fault = null;
    try {
      Object unused = CompletableFuture.anyOf(line.result(), left).get();
      if (!line.result().isDone()) {
        throw new CancellationException("The client has left.");
      }
      result = line.result().get();
    } catch (ExecutionException failed) {
      fault = failed.getCause();
    }
    if (!(result instanceof Interpreted interpreted)) {
      return lasting(Batch.problem(line.line(), result, fault));
    }
    sum.add(interpreted.profile(), interpreted.head());
    totals.addProfile(interpreted.report());
    log.symbolicatedLine();
    return null;
  }

  /** Returns a problem that the line has each time; throws one that it has only for now. */
  private static Problem lasting(Problem problem) {
    if (Action.of(problem) == Action.RETRY) {
      throw new ProblemException(problem);
    }
    return problem;
  }

  private SummedBatch summed() {
    Map<String, Long> counts = totals.counts();
    String refusal = sum.refusal();
    if (refusal != null) {
      throw new ProblemException(
          BatchProblems.nothingToAddUp(refusal, valueOf("problems", counts)));
    }
    Export export = export();
    if (export.mostBytes() > ExportLimits.DEFAULT.maxExportSize()) {
      throw new ProblemException(
          Problems.of(
              RejectedProfile.ofSize(
                  "The sum",
                  export.mostBytes(),
                  "Send fewer profiles at once, or ask for output=pprof, which is the smallest."),
              lease));
    }
    ExportFormat format = options.format();
    String aggregation =
        "profiles=%d, problems=%d, folded=%d"
            .formatted(sum.profiles(), valueOf("problems", counts), sum.folded());
    return new SummedBatch(
        new Symbolicated(
            "sum",
            options.mediaType(),
            export.mostBytes(),
            new SymbolicationReport(
                atMostInt(valueOf("mapped", counts)),
                atMostInt(valueOf("total", counts)),
                atMostInt(valueOf("pending", counts)),
                0,
                0,
                0,
                0,
                0,
                List.of(),
                List.of()),
            new Timings(Duration.ZERO, Duration.ofNanos(System.nanoTime() - start)),
            new AnswerShape(
                format == null ? null : format.fileName(),
                format != null && format.isCompressed(),
                null),
            export::writeTo),
        aggregation,
        lease);
  }

  private Export export() {
    ExportFormat format = options.format();
    RowKind rows = options.rows();
    Allowance allowance = Allowance.within(lease);
    if (rows != null) {
      return new ProfileRows(rows, sum, allowance);
    }
    if (format == null) {
      throw new IllegalArgumentException("A sum is an export or rows.");
    }
    return Export.ofSum(format, sum.normalised(options.isAnnotated()));
  }

  private static long valueOf(String name, Map<String, Long> counts) {
    return Objects.requireNonNull(counts.get(name));
  }

  private static int atMostInt(long count) {
    return (int) Math.min(Integer.MAX_VALUE, count);
  }
}
