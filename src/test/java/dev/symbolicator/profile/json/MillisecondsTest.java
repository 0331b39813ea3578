package dev.symbolicator.profile.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.profile.json.JsonBuffer.Milliseconds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MillisecondsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 0.001",
    "10, 0.01",
    "100, 0.1",
    "999, 0.999",
    "1000, 1",
    "10000, 10",
    "2972735, 2972.735",
    "1200450, 1200.45",
    "9007199254740000, 9007199254740",
    "9007199254740991, 9007199254740.991"
  })
  void zerosAtTheEndAreLeftOut(long micros, String milliseconds) {
    assertEquals(milliseconds, Milliseconds.ofMicros(micros));
  }
}
