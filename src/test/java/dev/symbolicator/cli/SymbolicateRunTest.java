package dev.symbolicator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SymbolicateRunTest {
  @ParameterizedTest
  @CsvSource({
    "95, 19, 20, true",
    "95, 18, 20, false",
    "99.9, 999, 1000, true",
    "99.91, 999, 1000, false",
    "100, 20, 20, true",
    "100, 2147483646, 2147483647, false",
    "0, 0, 20, true",
    "100, 0, 0, true"
  })
  void shareOfMappedFramesIsExact(BigDecimal least, int mapped, int total, boolean isEnough) {
    assertEquals(isEnough, SymbolicateRun.isAtLeast(least, mapped, total));
  }
}
