package dev.symbolicator.freshness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredHeadersTest {
  private static final String LONGEST = "x".repeat(StoredHeaders.MAX_LENGTH);

  private static ResponseHeaders answer(String name, String value) {
    return new ResponseHeaders(Map.of(name, value).entrySet());
  }

  @Test
  void valueIsKeptUpToTheLongestLength() {
    for (String name : StoredHeaders.NAMES) {
      assertEquals(LONGEST, StoredHeaders.of(answer(name, LONGEST)).get(name));
      String longer = StoredHeaders.of(answer(name, LONGEST + "x")).get(name);
      assertTrue(longer == null || longer.length() <= 64, name);
    }
  }

  @ParameterizedTest
  @CsvSource({"cache-control,no-store", "expires,0", "vary,*"})
  void overlongFreshnessFieldCountsAsTheStrictestValue(String name, String strictest) {
    assertEquals(strictest, StoredHeaders.of(answer(name, "x" + LONGEST)).get(name));
  }

  @ParameterizedTest
  @CsvSource({"etag", "last-modified"})
  void overlongValidatorRemovesTheFormerOne(String name) {
    StoredHeaders before = StoredHeaders.of(answer(name, "before"));
    assertNull(before.updatedBy(answer(name, LONGEST + "x")).get(name));
  }

  @ParameterizedTest
  @CsvSource({"sourcemap", "x-sourcemap"})
  void changeOfAnOverlongMapUrlIsSeen(String name) {
    StoredHeaders before = StoredHeaders.of(answer(name, LONGEST + "a"));
    assertTrue(before.nameSameMapAs(StoredHeaders.of(answer(name, LONGEST + "a"))));
    assertFalse(before.nameSameMapAs(StoredHeaders.of(answer(name, LONGEST + "b"))));
  }

  @Test
  void memoryIsMoreThanTheLengthOfAllValues() {
    ResponseHeaders all =
        new ResponseHeaders(
            StoredHeaders.NAMES.stream()
                .collect(Collectors.toMap(name -> name, name -> LONGEST))
                .entrySet());
    assertTrue(
        StoredHeaders.of(all).memory() > (long) StoredHeaders.NAMES.size() * LONGEST.length());
  }
}
