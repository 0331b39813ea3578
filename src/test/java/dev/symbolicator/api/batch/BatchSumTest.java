package dev.symbolicator.api.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.access.Caller;
import dev.symbolicator.api.batch.BatchProblems.Again;
import dev.symbolicator.api.batch.BatchRunner.BatchLimits;
import dev.symbolicator.api.batch.BatchRunner.BatchMemory;
import dev.symbolicator.api.batch.BatchSum.SumOptions;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.export.Export.ExportFormat;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationResult;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchSumTest {
  private final ByteBudget budget = new ByteBudget(1 << 20);
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

  /** Returns why a batch has no sum, of whose lines none is longer than ten bytes. */
  private Problem problem(String body, ProblemKind ofLines) {
    try (ByteBudget.Lease lease = budget.open()) {
      BatchSum sum =
          new BatchSum(
              new SumOptions(ExportFormat.PPROF, null, false, null),
              BatchLimits.DEFAULT,
              new BatchMemory(budget, 1 << 18),
              1 << 18,
              lease,
              (bytes, memory) ->
                  CompletableFuture.failedFuture(
                      new ProblemException(Problem.of(ofLines, "of a test"))),
              new RequestLog(metrics),
              Caller.ANYBODY,
              new CompletableFuture<>());
      return assertThrows(ProblemException.class, () -> sum.add(lines(body))).problem();
    }
  }

  private LineReader lines(String body) {
    return new LineReader(
        new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)),
        10,
        budget,
        Duration.ofMinutes(1),
        null,
        Again.ALL);
  }

  @Test
  void clientThatLeavesEndsTheWaitForAScript() {
    CompletableFuture<Void> left = new CompletableFuture<>();
    CompletableFuture<SymbolicationResult> script = new CompletableFuture<>();
    BatchMemory memory = new BatchMemory(budget, 1 << 18);
    try (ByteBudget.Lease lease = budget.open()) {
      BatchSum sum =
          new BatchSum(
              new SumOptions(ExportFormat.PPROF, null, false, null),
              BatchLimits.DEFAULT,
              memory,
              1 << 18,
              lease,
              (bytes, ofLine) -> {
                left.complete(null);
                return script;
              },
              new RequestLog(metrics),
              Caller.ANYBODY,
              left);
      assertThrows(CancellationException.class, () -> sum.add(lines("{}\n")));
      assertTrue(budget.used() > 0, "the line is at work");
      script.cancel(false);
      assertTrue(memory.used() > 0, "until the answer is sent");
      sum.end();
      assertEquals(0, memory.used());
    }
  }

  @AfterEach
  void nothingStaysCharged() {
    assertEquals(0, budget.used());
  }

  @Test
  void lineThatCouldBeAddedLaterEndsTheBatch() {
    assertEquals("overloaded", problem("{}\n{}\n", ProblemKind.OVERLOADED).name());
  }

  @Test
  void linesWithLastingProblemsAreCountedByTheirKinds() {
    Problem none = problem("{}\n" + " ".repeat(9) + "{}\n", ProblemKind.NOT_JSON);
    assertTrue(none.detail().contains("Lines with problems: 2."), none.detail());
    assertEquals(1, requests("not-json"));
    assertEquals(1, requests("too-large"));
  }

  private double requests(String outcome) {
    return metrics.get("symbolicator.requests").tag("outcome", outcome).counter().count();
  }
}
