package dev.symbolicator.api.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.access.Caller;
import dev.symbolicator.api.batch.Batch.BatchOptions;
import dev.symbolicator.api.batch.BatchRunner.BatchLimits;
import dev.symbolicator.api.batch.BatchRunner.BatchMemory;
import dev.symbolicator.api.http.BodyStream;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.problem.Action;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.LogLines;
import dev.symbolicator.testing.SentRequest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class BatchRunTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final Duration LONG = Duration.ofMinutes(1);

  private final ByteBudget budget = new ByteBudget(1 << 20);
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

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
                BatchProblems.corrupt(BatchProblems.Again.REST),
                LONG,
                1,
                BatchProblems.tooSlow(LONG, BatchProblems.Again.REST),
                Long.MAX_VALUE));
    sent.send(body.getBytes(StandardCharsets.UTF_8));
    sent.end();
    BatchAnswer answer =
        new BatchAnswer(
            VERTX,
            sent.request(),
            BatchLimits.DEFAULT,
            new BatchMemory(budget, 1 << 20),
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
            new BatchOptions(false, false),
            work,
            new RequestLog(metrics),
            Caller.ANYBODY)
        .run();
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

  private void assertInternalError(Batch.LineWork work) {
    try (LogLines log = LogLines.listen()) {
      run("x\n", true, work);
      Await.until(() -> log.of("dev.symbolicator.request").toString().contains("end=complete"));
    }
    assertEquals(
        1, metrics.get("symbolicator.requests").tag("outcome", "internal-error").counter().count());
  }

  @Test
  void recordIsPassedOnAfterAFaultOfTheService() {
    assertEquals(Action.FORWARD, Action.of(BatchProblems.internal()));
  }

  @Test
  void errorInTheWorkOnALineIsItsProblem() {
    assertInternalError(
        (bytes, lease) -> {
          throw new StackOverflowError();
        });
  }

  @Test
  void errorInWritingALineIsItsProblem() {
    assertInternalError(
        (bytes, lease) ->
            CompletableFuture.completedFuture(
                new SymbolicationResult.Symbolicated(
                    "f",
                    "t",
                    1,
                    new SymbolicationReport(0, 0, 0, 0, 0, 0, 0, 0, List.of(), List.of()),
                    new SymbolicationResult.Timings(Duration.ZERO, Duration.ZERO),
                    out -> {
                      throw new OutOfMemoryError("of a test");
                    })));
  }
}
