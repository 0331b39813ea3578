package dev.symbolicator.api.batch;

import dev.symbolicator.access.Caller;
import dev.symbolicator.api.batch.BatchAnswer.BatchLine;
import dev.symbolicator.api.batch.BatchProblems.Again;
import dev.symbolicator.api.http.AnswerBody;
import dev.symbolicator.api.http.AnswerBody.AnswerPage;
import dev.symbolicator.api.http.BodyStream;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.problem.Action;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.content.StreamDecoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.symbolication.SymbolicationResult.Incomplete;
import dev.symbolicator.symbolication.SymbolicationResult.RejectedProfile;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.threads.Futures;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The work on a batch. A thread reads and works until a script is waited for; others continue. */
public final class Batch {
  private static final Logger LOG = Logger.getLogger(Batch.class);

  private final BodyStream body;
  private final LineReader lines;
  private final InputStream inflated;
  private final BatchAnswer answer;
  private final Totals totals = new Totals();
  private final BatchOptions options;
  private final LineWork work;
  private final RequestLog log;
  private final Caller caller;
  private final long start = System.nanoTime();
  private final AtomicBoolean isLogged = new AtomicBoolean();

  /**
   * What a batch adds to the answers.
   *
   * @param hasTotals a last line of counts
   * @param hasVerdicts what to do with each line
   */
  public record BatchOptions(boolean hasTotals, boolean hasVerdicts) {}

  interface LineWork
      extends BiFunction<byte[], ByteBudget.Lease, CompletableFuture<SymbolicationResult>> {}

  /** Makes a batch, whose lines may have so many bytes and take so long to come. */
  Batch(
      BodyStream body,
      @Nullable ContentCoding declared,
      StreamDecoding.Memory memory,
      long maxLine,
      Duration idle,
      ByteBudget budget,
      BatchAnswer answer,
      BatchOptions options,
      LineWork work,
      RequestLog log,
      Caller caller) {
    this.body = body;
    this.inflated = StreamDecoding.of(body, declared, memory);
    this.lines = new LineReader(inflated, maxLine, budget, idle, declared, Again.REST);
    this.answer = answer;
    this.options = options;
    this.work = work;
    this.log = log;
    this.caller = caller;
  }

  /** Works on all lines. Returns when no further line comes; lines in work are answered later. */
  void run() {
    Problem problem = BatchProblems.internal();
    try (body;
        inflated) {
      problem = readLines();
    } catch (IOException | RuntimeException | Error bug) {
      LOG.error("a batch failed", bug);
    } finally {
      Problem end = problem;
      answer.end(() -> tail(end), body::lastReceivedAt);
    }
  }

  /** Returns the problem that ends the batch early; null at the end of the body. */
  private @Nullable Problem readLines() {
    try {
      while (answer.awaitRoom()) {
        BatchLine line = lines.next();
        if (line == null) {
          return null;
        }
        begin(line);
      }
      return null;
    } catch (ProblemException refused) {
      return refused.problem();
    } catch (InterruptedException shutdown) {
      Thread.currentThread().interrupt();
      return BatchProblems.stopping(Again.REST);
    }
  }

  private void begin(BatchLine line) {
    answer.add(line);
    ByteBudget.Hold hold = line.lease.hold();
    if (hold == null) {
      return; // The client has left.
    }
    Problem known = line.problem;
    CompletableFuture<SymbolicationResult> result =
        known == null
            ? Futures.guarded(() -> work.apply(line.takeBytes(), line.lease))
            : CompletableFuture.failedFuture(new ProblemException(known));
    if (!result.isDone()) {
      answer.inWork(line);
    }
    CompletableFuture<Void> unused =
        result
            .handle((symbolicated, fault) -> pages(line, symbolicated, fault))
            .thenAccept(pages -> answer.answered(line, pages))
            .whenComplete(
                (done, bug) -> {
                  hold.close();
                  if (bug != null) {
                    unanswered(bug);
                  }
                });
  }

  /** Ends the connection: without the answer of one line, those behind it could not be sent. */
  private void unanswered(Throwable bug) {
    LOG.error("a line of a batch was not answered", bug);
    answer.breakOff();
  }

  /** Writes a line's answer, and charges nothing else to the lease from then on. */
  private Queue<AnswerPage> pages(
      BatchLine line, @Nullable SymbolicationResult result, @Nullable Throwable fault) {
    Problem problem;
    try {
      if (fault == null && result instanceof Symbolicated symbolicated) {
        AnswerBody written = new AnswerBody(line.lease, line.size / 4 * 5L);
        write(symbolicated, written);
        line.lease.shrinkTo(BatchLine.OVERHEAD_BYTES + written.memory());
        totals.addProfile(symbolicated.report());
        log.symbolicatedLine();
        return written.pages();
      }
      problem = problem(line, result, fault);
    } catch (ProblemException refused) {
      problem = refused.problem();
    } catch (IOException | RuntimeException | Error bug) {
      problem = internal(bug);
    }
    totals.addProblem();
    log.failedLine(problem);
    if (options.hasVerdicts()) {
      problem = problem.with("action", Action.of(problem).written());
    }
    byte[] text = BatchProblems.line(problem, line.number, false).getBytes();
    line.lease.shrinkTo(BatchLine.OVERHEAD_BYTES + text.length);
    return new ArrayDeque<>(List.of(AnswerPage.of(text)));
  }

  private void write(Symbolicated symbolicated, AnswerBody out) throws IOException {
    if (options.hasVerdicts()) {
      SymbolicationReport report = symbolicated.report();
      String verdict =
          "{\"action\":\"%s\",\"mapped\":%d,\"total\":%d,\"pending\":%d,\"profile\":"
              .formatted(
                  Action.of(report).written(), report.mapped(), report.total(), report.pending());
      out.write(verdict.getBytes(StandardCharsets.US_ASCII));
    }
    symbolicated.profile().writeTo(out);
    if (options.hasVerdicts()) {
      out.write('}');
    }
    if (!symbolicated.mediaType().equals(BatchRunner.MEDIA_TYPE)) {
      out.write('\n'); // rows are lines already
    }
  }

  /** Returns the problem of a line that has no answer. */
  static Problem problem(
      BatchLine line, @Nullable SymbolicationResult result, @Nullable Throwable fault) {
    if (fault != null) {
      return Futures.cause(fault) instanceof ProblemException known
          ? known.problem()
          : internal(fault);
    }
    if (result instanceof RejectedProfile rejected) {
      return BatchProblems.of(rejected, line.lease);
    }
    if (result instanceof Incomplete incomplete) {
      return Problems.of(incomplete);
    }
    throw new IllegalStateException("unknown result " + result);
  }

  private static Problem internal(Throwable bug) {
    LOG.error("a line of a batch failed", bug);
    return BatchProblems.internal();
  }

  /** Records that the client has left, unless the batch has ended. */
  void left() {
    logEnd("left", totals.counts());
  }

  private void logEnd(String end, Map<String, Long> counts) {
    if (isLogged.compareAndSet(false, true)) {
      log.batched(caller, end, counts, start);
    }
  }

  private Buffer tail(@Nullable Problem end) {
    Map<String, Long> counts = totals.counts();
    logEnd(end == null ? "complete" : end.name(), counts);
    Buffer tail = Buffer.buffer();
    if (end != null) {
      tail.appendBuffer(BatchProblems.line(end, lines.number() + 1, true));
    }
    if (options.hasTotals()) {
      tail.appendBuffer(Json.encodeToBuffer(Map.of("totals", counts))).appendByte((byte) '\n');
    }
    return tail;
  }

  /** The counts of a batch's lines. Thread-safe. */
  static final class Totals {
    private long symbolicated;
    private long problems;
    private long mapped;
    private long total;
    private long pending;

    synchronized void addProfile(SymbolicationReport report) {
      symbolicated++;
      mapped += report.mapped();
      total += report.total();
      pending += report.pending();
    }

    synchronized void addProblem() {
      problems++;
    }

    /** Returns the counts by their names, in the order in which they are written. */
    synchronized Map<String, Long> counts() {
      Map<String, Long> counts = new LinkedHashMap<>();
      counts.put("symbolicated", symbolicated);
      counts.put("problems", problems);
      counts.put("mapped", mapped);
      counts.put("total", total);
      counts.put("pending", pending);
      return counts;
    }
  }
}
