package dev.symbolicator.api.large;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.large.LargeRunner.LargeLimits;
import dev.symbolicator.api.large.LargeRunner.LargeSizes;
import dev.symbolicator.api.problem.Problem;
import org.junit.jupiter.api.Test;

class LargeSizesTest {
  private static final int SHARE = LargeLimits.DEFAULT.bytesPerHeapByte();

  @Test
  void bodyBeyondTheConfiguredSizeIsTooLarge() {
    LargeSizes sizes = LargeSizes.of(1000, 1000, LargeLimits.DEFAULT);
    assertTrue(sizes.problem(1000).isEmpty());
    assertEquals("symbolicator.http.max-large-body-size", limitOf(sizes, 1001));
  }

  @Test
  void bodyForWhichTheBudgetNeverSufficesIsTooLarge() {
    LargeSizes sizes = LargeSizes.of(Long.MAX_VALUE, 1000, LargeLimits.DEFAULT);
    assertTrue(sizes.problem(1000L * SHARE).isEmpty());
    assertEquals("symbolicator.memory.max-bytes-in-flight", limitOf(sizes, 1000L * SHARE + 1));
  }

  @Test
  void budgetWithoutALimitSufficesForEveryBody() {
    LargeSizes sizes = LargeSizes.of(Long.MAX_VALUE, Long.MAX_VALUE, LargeLimits.DEFAULT);
    assertTrue(sizes.problem(Long.MAX_VALUE).isEmpty());
  }

  private static String limitOf(LargeSizes sizes, long size) {
    Problem problem = sizes.problem(size).orElseThrow();
    assertEquals(413, problem.status());
    return String.valueOf(problem.limit());
  }
}
