package dev.symbolicator.api.large;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class LargeFailuresTest {
  @Test
  void uncheckedFailureOfTheDiskIsThrownAsItsCause() {
    IOException refused = new IOException("The disk is broken.");
    assertSame(
        refused,
        assertThrows(IOException.class, () -> LargeWork.thrown(new UncheckedIOException(refused))));
    assertSame(refused, assertThrows(IOException.class, () -> LargeWork.thrown(refused)));
  }

  @Test
  void otherFailureStaysAsItIs() throws IOException {
    RuntimeException fault = new IllegalArgumentException();
    assertSame(fault, LargeWork.thrown(fault));
  }
}
