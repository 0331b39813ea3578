package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.content.ContentCoding.NativeCodecs;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationReport;
import dev.symbolicator.symbolication.SymbolicationResult;
import io.vertx.core.MultiMap;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProfileResponseTest {
  @Test
  void encoderIsChargedByTheAnswerAndNotByTheBody() {
    assertEquals(Map.of(), NativeCodecs.load());
    SymbolicationResult.Symbolicated result =
        new SymbolicationResult.Symbolicated(
            "js-self-profile",
            "application/json",
            8 << 20,
            new SymbolicationReport(0, 0, 0, 0, 0, 0, 0, 0, List.of(), List.of()),
            new SymbolicationResult.Timings(Duration.ZERO, Duration.ZERO),
            out -> {
              throw new AssertionError("written without memory for the encoder");
            });
    ByteBudget budget = new ByteBudget(16 << 20);
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("Accept-Encoding", "zstd");
    try (ByteBudget.Lease lease = budget.open();
        ByteBudget.Lease others = budget.open()) {
      assertTrue(others.grow(15 << 20));
      ProblemException refused =
          assertThrows(
              ProblemException.class, () -> ProfileResponse.of(result, 2_000, headers, lease));
      assertEquals(503, refused.problem().status());
    }
    assertEquals(0, budget.used());
  }
}
