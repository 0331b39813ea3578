package dev.symbolicator.api.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedMethodsTest {
  @ParameterizedTest
  @CsvSource({"/a/b/, a/b", "a, a", "//a//, a", "/, ''", "'', ''"})
  void slashesAroundAPathAreStripped(String path, String stripped) {
    assertEquals(stripped, AllowedMethods.trimmed(path));
  }

  /** Takes hours if each of the slashes is the beginning of another search. */
  @Test
  void manySlashesTakeLinearTime() {
    String path = "a" + "/".repeat(4_000_000) + "b";
    assertEquals(path, AllowedMethods.trimmed("/" + path + "/"));
  }
}
