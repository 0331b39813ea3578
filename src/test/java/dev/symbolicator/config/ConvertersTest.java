package dev.symbolicator.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.config.Converters.AtLeastOne;
import dev.symbolicator.config.Converters.AtLeastOneByte;
import dev.symbolicator.config.Converters.Port;
import dev.symbolicator.config.Converters.PositiveDuration;
import dev.symbolicator.config.Converters.PositiveSize;
import dev.symbolicator.config.Converters.TrueOrFalse;
import io.quarkus.runtime.configuration.MemorySize;
import java.util.Map;
import org.eclipse.microprofile.config.spi.Converter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConvertersTest {
  private static final Map<String, Converter<?>> CONVERTERS =
      Map.of(
          "number", new AtLeastOne(),
          "port", new Port(),
          "duration", new PositiveDuration(),
          "length", new AtLeastOneByte(),
          "size", new PositiveSize(),
          "switch", new TrueOrFalse());

  @ParameterizedTest
  @CsvSource({
    "number, ' 1 ', 1",
    "port, 1, 1",
    "port, ' 65535 ', 65535",
    "duration, 0.001S, PT0.001S",
    "length, 1, 1",
    "length, 2G, 2147483648",
    "size, 1, 1",
    "size, 1073741823, 1073741823",
    "switch, ' True', true",
    "switch, on, true",
    "switch, 0, false",
  })
  void smallestAndLargestValuesAreAccepted(String converter, String value, String read) {
    Object converted = CONVERTERS.get(converter).convert(value);
    assertEquals(
        read, converted instanceof MemorySize size ? size.asLongValue() + "" : converted + "");
  }

  @ParameterizedTest
  @CsvSource({
    "number, 0",
    "number, -1",
    "number, many",
    "number, 9999999999",
    "port, 0",
    "port, 65536",
    "port, -1",
    "port, https",
    "duration, 0S",
    "duration, 0.0001S",
    "duration, soon",
    "duration, ''",
    "number, ''",
    "size, ''",
    "length, 0",
    "length, 32X",
    "size, 0",
    "size, 1G",
    "size, 32X",
    "switch, ture",
    "switch, maybe",
  })
  void valueOutOfRangeOrInvalidIsRefused(String converter, String value) {
    assertThrows(IllegalArgumentException.class, () -> CONVERTERS.get(converter).convert(value));
  }
}
