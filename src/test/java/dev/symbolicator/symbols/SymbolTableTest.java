package dev.symbolicator.symbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.sourcemap.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReading;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SymbolTableTest {
  private static SymbolTable table(String sources, String mappings) {
    String json =
        "{'version':3,'names':['wrong'],'sources':[%s],'mappings':'%s'}"
            .formatted(sources, mappings)
            .replace('\'', '"');
    return SymbolTable.compile(
        assertInstanceOf(
                SourceMapReading.Read.class,
                SourceMapReader.read(
                    json.getBytes(StandardCharsets.UTF_8), ReadOptions.lenient(null)))
            .map());
  }

  @Test
  void aPositionBetweenSegmentsBelongsToTheOneBefore() {
    SymbolTable table = table("'a.ts'", "AAAA,IACE,QAEE");
    assertEquals(new Symbol("a.ts", 1, 2, null), table.find(0, 7, "f"));
  }

  @Test
  void theNameOfAMappingIsNotTheNameOfAFunction() {
    assertEquals(new Symbol("a.ts", 0, 0, null), table("'a.ts'", "AAAAA").find(0, 0, "f"));
  }

  @Test
  void ofSeveralMappingsAtAFunctionsStartTheOutermostCounts() {
    SymbolTable table = table("'a.ts'", "EAAA,AAIA");
    assertEquals(new Symbol("a.ts", 0, 0, null), table.find(0, 2, "f"));
    assertEquals(new Symbol("a.ts", 4, 0, null), table.find(0, 3, "f"));
  }

  @Test
  void manyMappingsAtOnePlaceCostNoMoreThanOne() {
    SymbolTable table = table("'a.ts'", "AAAA" + ",AACA".repeat(1_000_000));
    for (int i = 0; i < 10_000; i++) { // quadratic, this would take minutes
      assertEquals(new Symbol("a.ts", 0, 0, null), table.find(0, 0, "f"));
    }
  }

  @Test
  void nothingPrecedesThePosition() {
    assertNull(table("'a.ts'", "EAAA").find(0, 1, "f"));
  }

  @Test
  void anUnmappedSegmentEndsTheReachOfTheOneBefore() {
    assertNull(table("'a.ts'", "AAAA,E").find(0, 3, "f"));
  }

  @Test
  void theTopLevelOfABundleBelongsToNoSingleSource() {
    assertNull(table("'a.ts','b.ts'", "AAAA").find(0, 0, ""));
    assertEquals(
        new Symbol("a.ts", 0, 0, null), table("'a.ts','b.ts'", "AAAA").find(0, 0, "Named"));
    assertEquals(new Symbol("a.ts", 0, 0, null), table("'a.ts'", "AAAA").find(0, 0, ""));
  }

  @Test
  void aSourceWithoutAUrlIsNoAnswer() {
    assertNull(table("null", "AAAA").find(0, 0, "f"));
  }

  @Test
  void itsSizeGrowsWithTheMap() {
    assertTrue(
        table("'a.ts'", "AAAA" + ",CAAA".repeat(1000)).retainedBytes()
            > table("'a.ts'", "AAAA").retainedBytes() + 1000);
  }
}
