package dev.symbolicator.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.cli.SymbolicateRun.Printable;
import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void controlsAndHiddenCharactersAreSpelled() {
    assertEquals(
        "a\\u001b[2J\\u000ab\\u0007\\u009b\\u202e\\u2028\\ud800 größer 😀",
        Printable.of("a\u001b[2J\nb\u0007\u009b\u202e\u2028\ud800 größer 😀"));
  }

  @Test
  void longTextIsCut() {
    assertEquals(2001, Printable.of("x".repeat(100_000)).length());
  }
}
