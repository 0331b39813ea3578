package dev.symbolicator.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

/** Checks failures of fetches. */
final class FetchFailures {
  private FetchFailures() {}

  static void assertFailed(FetchFailure.Kind kind, Object result) {
    assertEquals(kind, assertInstanceOf(FetchFailure.class, result, result::toString).kind());
  }
}
