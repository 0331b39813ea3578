package dev.symbolicator.testing;

import dev.symbolicator.memory.Allowance;
import dev.symbolicator.memory.ByteBudget;

public final class Allowances {
  private static final long MORE_THAN_ANY_HEAP = 1L << 50;

  private Allowances() {}

  /** Makes an allowance with a budget of its own, larger than any heap. */
  public static Allowance plenty() {
    return Allowance.of(new ByteBudget(MORE_THAN_ANY_HEAP).open());
  }

  /** Makes an allowance of some bytes, which it takes in large steps. */
  public static Allowance of(long bytes) {
    return Allowance.within(new ByteBudget(bytes).open());
  }
}
