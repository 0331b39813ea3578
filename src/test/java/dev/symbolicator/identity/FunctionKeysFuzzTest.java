package dev.symbolicator.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.javascript.Outline.Dialect;
import java.time.Duration;
import java.util.List;

/**
 * Finds the keys of the inputs in the test resources. With {@code JAZZER_FUZZ=1}, searches for new
 * inputs that fail.
 */
class FunctionKeysFuzzTest {
  private static final int LONGEST_PATTERN = 60;
  private static final int LENGTH = 100_000;

  /** A hundred times what linear time needs, but too little for quadratic time. */
  private static final Duration FAR_TOO_LONG = Duration.ofSeconds(60);

  @FuzzTest(maxDuration = "10m")
  void anyTextThatIsUnderstoodHasKeys(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    for (Dialect dialect : Dialect.values()) {
      KeysOfText.check(text, dialect);
    }
  }

  /**
   * Finds the keys of the first part of the input, followed by many copies of the second, one of
   * the third and as many of the last.
   */
  @FuzzTest(maxDuration = "10m")
  void repeatedTextTakesLinearTime(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    String pattern = text.substring(0, Math.min(LONGEST_PATTERN, text.length()));
    int quarter = (pattern.length() + 3) / 4;
    if (quarter > 0) {
      int times = LENGTH / 2 / quarter;
      String input =
          part(pattern, quarter, 0)
              + part(pattern, quarter, 1).repeat(times)
              + part(pattern, quarter, 2)
              + part(pattern, quarter, 3).repeat(times);
      for (Dialect dialect : List.of(Dialect.JAVASCRIPT, Dialect.TSX)) {
        assertTimeout(FAR_TOO_LONG, () -> KeysOfText.find(input, dialect));
      }
    }
  }

  private static String part(String pattern, int length, int part) {
    int from = Math.min(pattern.length(), part * length);
    return pattern.substring(from, Math.min(pattern.length(), from + length)).strip();
  }
}
