package dev.symbolicator.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.symbolication.WantedScript;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptListReaderTest {
  private static final byte[] BODY =
      "{\"scripts\":[\"%s\"]}".formatted("u".repeat(10_000)).getBytes(StandardCharsets.US_ASCII);

  @Test
  void urlsStayChargedAfterReading() {
    ByteBudget.Lease lease = new ByteBudget(10L * BODY.length).open();
    assertTrue(lease.grow(BODY.length));
    assertEquals(
        List.of(new WantedScript("u".repeat(10_000), null, null)),
        ScriptListReader.read(BODY, 1, lease));
    assertEquals(2L * BODY.length, lease.held());
  }

  @Test
  void listLargerThanTheBudgetIsRefused() {
    ByteBudget budget = new ByteBudget(10L * BODY.length);
    ByteBudget.Lease lease = budget.open();
    try (ByteBudget.Lease other = budget.open()) {
      assertTrue(other.grow(8L * BODY.length));
      ProblemException refused =
          assertThrows(ProblemException.class, () -> ScriptListReader.read(BODY, 1, lease));
      assertEquals(503, refused.problem().status());
      assertEquals(0, lease.held());
    }
  }
}
