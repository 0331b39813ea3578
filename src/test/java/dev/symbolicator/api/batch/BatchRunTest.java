package dev.symbolicator.api.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.http.BodyStream;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.SentRequest;
import io.vertx.core.Vertx;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Runs batches whose answers are not read. */
class BatchRunTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final Duration LONG = Duration.ofMinutes(1);

  private final ByteBudget budget = new ByteBudget(1 << 20);
  private final List<Problem> problems = new CopyOnWriteArrayList<>();
  private final List<String> ends = new CopyOnWriteArrayList<>();

  @AfterAll
  static void close() {
    VERTX.close().toCompletionStage().toCompletableFuture().join();
  }

  private void run(String body, boolean isAnswerRead, Batch.LineWork work) {
    SentRequest sent = new SentRequest(!isAnswerRead);
    BodyStream stream =
        BodyStream.begin(
            VERTX,
            sent.request(),
            new BodyStream.Rules(
                Long.MAX_VALUE,
                BatchProblems.corrupt(),
                LONG,
                1,
                BatchProblems.tooSlow(LONG),
                Long.MAX_VALUE));
    sent.send(body.getBytes(StandardCharsets.UTF_8));
    sent.end();
    BatchAnswer answer =
        new BatchAnswer(
            VERTX,
            sent.request(),
            BatchLimits.DEFAULT,
            new BatchRoom(new AtomicLong(), 1 << 20),
            LONG,
            null);
    new Batch(
            stream,
            null,
            (bytes, largest) -> () -> {},
            1 << 20,
            LONG,
            budget,
            answer,
            false,
            work,
            log())
        .run();
  }

  private Batch.BatchLog log() {
    return new Batch.BatchLog() {
      @Override
      public void symbolicated() {}

      @Override
      public void failed(Problem problem) {
        problems.add(problem);
      }

      @Override
      public void ended(String end, Map<String, Long> totals) {
        ends.add(end);
      }
    };
  }

  private static SymbolicationResult rejected() {
    return new SymbolicationResult.RejectedProfile(
        SymbolicationResult.RejectionReason.NOT_JSON,
        "no",
        new SymbolicationResult.BodyPlace(0, null, null));
  }

  @Test
  void bytesOfALineAreNotKeptForItsAnswer() {
    List<WeakReference<byte[]>> lines = new ArrayList<>();
    run(
        "x\ny\n",
        false,
        (bytes, lease) -> {
          lines.add(new WeakReference<>(bytes));
          return CompletableFuture.completedFuture(rejected());
        });
    assertEquals(2, lines.size());
    assertTrue(budget.used() > 0);
    Await.until(
        () -> {
          System.gc();
          return lines.stream().allMatch(line -> line.get() == null);
        });
  }

  @Test
  void errorInTheWorkOnALineIsItsProblem() {
    run(
        "x\n",
        true,
        (bytes, lease) -> {
          throw new StackOverflowError();
        });
    Await.until(() -> ends.size() == 1);
    assertEquals("internal-error", problems.get(0).name());
    assertEquals(List.of("complete"), ends);
  }

  @Test
  void errorInWritingALineIsItsProblem() {
    run(
        "x\n",
        true,
        (bytes, lease) ->
            CompletableFuture.completedFuture(
                new SymbolicationResult.Symbolicated(
                    "f",
                    "t",
                    1,
                    new SymbolicationReport(0, 0, 0, 0, 0, List.of(), List.of()),
                    new SymbolicationResult.Timings(Duration.ZERO, Duration.ZERO),
                    out -> {
                      throw new OutOfMemoryError("of a test");
                    })));
    Await.until(() -> ends.size() == 1);
    assertEquals("internal-error", problems.get(0).name());
    assertEquals(List.of("complete"), ends);
  }
}
