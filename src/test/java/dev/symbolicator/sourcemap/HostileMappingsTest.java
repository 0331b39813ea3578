package dev.symbolicator.sourcemap;

import static dev.symbolicator.sourcemap.IndexMapTest.index;
import static dev.symbolicator.sourcemap.IndexMapTest.map;
import static dev.symbolicator.sourcemap.IndexMapTest.section;
import static dev.symbolicator.sourcemap.Maps.withMappings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A hostile map cannot make lookups slow, or make the reader keep needless memory. */
class HostileMappingsTest {

  private static final int MANY = 3_000_000;

  @Test
  void linesWithoutMappingsDoNotSlowLookup() {
    String lines = ";".repeat(MANY);
    SourceMap map = Maps.valid(withMappings("AAAA" + lines + "AACA,CAAA" + lines));
    lookUp(map, MANY / 2, "0:0:0");
    lookUp(map, MANY + 1, "0:1:0");
    assertTrue(Maps.retainedBytes(map) < 2 * MANY);
  }

  @Test
  void redundantDigitsDoNotSlowLookup() {
    String padded = "AAAAi" + "g".repeat(MANY) + "A";
    SourceMap map = Maps.valid(withMappings(padded));
    lookUp(map, 5, "0:0:0 bar");
    assertTrue(Maps.retainedBytes(map) < 10_000);
  }

  @Test
  void gapBetweenUnorderedSectionsTakesNoMemory() {
    String a = map("a.js", "n", "AAAA");
    SourceMap map = Maps.lenient(index(section(9_999_998, 0, a), section(0, 0, a))).map();
    assertEquals("1:0:0", Maps.find(map, 5, 0));
    assertEquals("0:0:0", Maps.find(map, 9_999_999, 0));
    assertTrue(Maps.retainedBytes(map) < 10_000);
  }

  @Test
  void manyMappingsAtOnePositionDoNotSlowLookup() {
    String same = "AAAA".concat(",AAAA".repeat(500_000)) + ",AACA";
    lookUp(Maps.valid(withMappings(same)), 3, "0:1:0");
  }

  private static void lookUp(SourceMap map, int line, String expected) {
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (int i = 0; i < 100_000; i++) {
            map.find(line, i);
          }
        });
    assertEquals(expected, Maps.find(map, line, 7));
  }
}
