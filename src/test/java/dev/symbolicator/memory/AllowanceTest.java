package dev.symbolicator.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AllowanceTest {
  private static final long LIMIT = 10 << 20;

  /** Bytes by which the lease grows at once. */
  private static final long STEP = 1 << 16;

  private final ByteBudget budget = new ByteBudget(LIMIT);

  @Test
  void takenBytesAreCharged() {
    try (ByteBudget.Lease lease = budget.open()) {
      Allowance allowance = Allowance.of(lease);
      allowance.take(3_000_000);
      assertEquals(3_000_000, allowance.held());
      assertTrue(budget.used() >= 3_000_000 && budget.used() < 3_000_000 + STEP);
    }
    assertEquals(0, budget.used());
  }

  @Test
  void wholeBudgetMayBeTakenAndNotAByteMore() {
    try (ByteBudget.Lease lease = budget.open()) {
      Allowance allowance = Allowance.of(lease);
      for (int i = 0; i < 10; i++) {
        allowance.take(LIMIT / 10);
      }
      assertThrows(Allowance.Exceeded.class, () -> allowance.take(1));
      assertEquals(LIMIT, allowance.held());
    }
  }

  @Test
  void bytesOfAnotherLeaseCannotBeTaken() {
    try (ByteBudget.Lease lease = budget.open();
        ByteBudget.Lease other = budget.open()) {
      assertTrue(other.grow(LIMIT - STEP));
      Allowance allowance = Allowance.of(lease);
      allowance.take(STEP);
      assertThrows(Allowance.Exceeded.class, () -> allowance.take(1));
    }
  }

  @Test
  void bytesGivenBackAreFreeForOthers() {
    try (ByteBudget.Lease lease = budget.open()) {
      Allowance allowance = Allowance.of(lease);
      allowance.take(LIMIT / 2);
      allowance.giveBack(LIMIT / 2 - 1_000);
      assertTrue(budget.used() <= 1_000 + 2 * STEP);
      allowance.take(LIMIT / 2);
    }
  }

  /**
   * A block needs its excess over a sixth of the budget too: 10 MB have room for 5.8, not 5.9 MB.
   */
  @Test
  void largeBlockNeedsFreeBytesBesidesItsOwn() {
    try (ByteBudget.Lease lease = budget.open()) {
      Allowance allowance = Allowance.of(lease);
      assertThrows(Allowance.Exceeded.class, () -> allowance.take(LIMIT * 59 / 100));
      assertEquals(0, budget.used());
      allowance.take(LIMIT * 58 / 100);
    }
  }

  @Test
  void closedPartGivesItsBytesBack() {
    try (ByteBudget.Lease lease = budget.open()) {
      Allowance allowance = Allowance.of(lease);
      allowance.take(1_000);
      try (Allowance part = allowance.part()) {
        part.take(5_000_000);
        part.giveBack(1_000_000);
        assertEquals(4_001_000, allowance.held());
        assertThrows(Allowance.Exceeded.class, () -> part.take(LIMIT));
      }
      assertEquals(1_000, allowance.held());
    }
  }
}
