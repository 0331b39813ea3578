package dev.symbolicator.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConvertersTest {
  @Test
  void smallestAndLargestValuesAreAccepted() {
    assertEquals(1, new AtLeastOne().convert(" 1 "));
    assertEquals(Duration.ofMillis(1), new PositiveDuration().convert("0.001S"));
    assertEquals(1, new PositiveSize().convert("1").asLongValue());
    assertEquals((1L << 30) - 1, new PositiveSize().convert("1073741823").asLongValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "many", "9999999999"})
  void numberOutOfRangeOrInvalidIsRefused(String value) {
    assertThrows(IllegalArgumentException.class, () -> new AtLeastOne().convert(value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0S", "0.0001S", "soon"})
  void durationOutOfRangeOrInvalidIsRefused(String value) {
    assertThrows(IllegalArgumentException.class, () -> new PositiveDuration().convert(value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1G", "32X"})
  void sizeOutOfRangeOrInvalidIsRefused(String value) {
    assertThrows(IllegalArgumentException.class, () -> new PositiveSize().convert(value));
  }

  @Test
  void firstAndLastPortAreAccepted() {
    assertEquals(1, new Port().convert("1"));
    assertEquals(65_535, new Port().convert(" 65535 "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "65536", "-1", "https"})
  void portOutOfRangeOrInvalidIsRefused(String value) {
    assertThrows(IllegalArgumentException.class, () -> new Port().convert(value));
  }
}
