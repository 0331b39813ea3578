package dev.symbolicator.profile.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.testing.Allowances;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class DistinctPositionsTest {
  private static final int COUNT = 4000;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long INVERSE =
      BigInteger.valueOf(MULTIPLIER).modInverse(BigInteger.ONE.shiftLeft(Long.SIZE)).longValue();

  /**
   * The positions have one slot under a multiplicative hash without a seed, which has an inverse.
   */
  @Test
  void positionsChosenForOneSlotAreSpread() {
    DistinctPositions positions = new DistinctPositions(Allowances.plenty());
    for (long low = 0; positions.size() < COUNT; low++) {
      long product = low * INVERSE;
      long key = (product ^ product >>> Integer.SIZE) * INVERSE ^ MULTIPLIER;
      if (DistinctPositions.isPosition(1, key >>> Integer.SIZE, key & 0xFFFFFFFFL)) {
        positions.add(1, (int) (key >>> Integer.SIZE), (int) key);
      }
    }
    assertTrue(positions.longestRun() < COUNT / 8, () -> "a run of " + positions.longestRun());
  }

  @Test
  void positionsAreFoundByAllThreeNumbers() {
    DistinctPositions positions = new DistinctPositions(Allowances.plenty());
    for (int i = 0; i < COUNT; i++) {
      assertEquals(-1, positions.find(i % 7 + 1, i / 7, 3));
      assertEquals(i, positions.add(i % 7 + 1, i / 7, 3));
    }
    for (int i = 0; i < COUNT; i++) {
      assertEquals(i, positions.find(i % 7 + 1, i / 7, 3));
    }
  }
}
