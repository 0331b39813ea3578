package dev.symbolicator.javascript;

import static dev.symbolicator.testing.Allowances.plenty;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.javascript.Outline.Dialect;
import dev.symbolicator.javascript.Outline.NameStyle;
import java.time.Duration;
import java.util.List;

/**
 * Outlines the inputs in the test resources. With {@code JAZZER_FUZZ=1}, searches for new inputs
 * that fail.
 */
class OutlineFuzzTest {
  private static final int LONGEST_PATTERN = 60;
  private static final int LENGTH = 100_000;

  /** A hundred times what linear time needs, but too little for quadratic time. */
  private static final Duration FAR_TOO_LONG = Duration.ofSeconds(60);

  @FuzzTest(maxDuration = "10m")
  void anyTextHasAnOutline(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    for (Dialect dialect : Dialect.values()) {
      NaiveOutline.checkAnyText(text, dialect);
    }
  }

  /** Outlines the first half of the input, followed by many copies of the second half. */
  @FuzzTest(maxDuration = "10m")
  void repeatedTextTakesLinearTime(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    String pattern = text.substring(0, Math.min(LONGEST_PATTERN, text.length()));
    int half = pattern.length() / 2;
    String repeated = pattern.substring(half);
    if (!repeated.isEmpty()) {
      String input = pattern.substring(0, half) + repeated.repeat(LENGTH / repeated.length());
      for (Dialect dialect : List.of(Dialect.JAVASCRIPT, Dialect.TSX)) {
        assertTimeout(FAR_TOO_LONG, () -> nameAll(Outline.of(input, dialect, plenty())));
      }
    }
  }

  private static void nameAll(Outline outline) {
    for (int i = 0; i < outline.size(); i++) {
      for (NameStyle style : NameStyle.values()) {
        outline.name(i, style);
      }
    }
  }
}
