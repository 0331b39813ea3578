package dev.symbolicator.maps.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.sourcemap.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReading;
import dev.symbolicator.testing.Allowances;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ColumnCheckTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static ColumnCheck check(String script, String mappings) {
    String json =
        "{\"version\":3,\"sources\":[\"a\"],\"names\":[],\"mappings\":\"" + mappings + "\"}";
    var read =
        (SourceMapReading.Read)
            SourceMapReader.read(bytes(json), ReadOptions.lenient(null), Allowances.plenty());
    return ColumnCheck.of(LineLengths.of(bytes(script), Allowances.plenty()), read.map());
  }

  @Test
  void segmentAtTheEndOfItsLineLiesInside() {
    assertEquals(new ColumnCheck(2, 0, 0, 0), check("ab", "AAAA,EAAE"));
  }

  @Test
  void firstSegmentOutsideIsTold() {
    assertEquals(new ColumnCheck(3, 2, 1, 4), check("ab", "AAAA,GAAE;AAAA"));
    assertEquals(new ColumnCheck(1, 1, 2, 1), check("ab", ";AAAA"));
  }

  @Test
  void moreThanTenSegmentsAndATenthOutsideAreAMismatch() {
    String ten = "AAAA;" + "AAAA,".repeat(10).replaceAll(",$", "");
    assertEquals(false, check("a", ten).isMismatch());
    assertEquals(true, check("a", ten + ",AAAA").isMismatch());
  }

  @Test
  void elevenSegmentsInAHundredAndTenAreTolerated() {
    String inside = "AAAA" + ",AAAA".repeat(98);
    String outside = ";AAAA" + ",AAAA".repeat(10);
    ColumnCheck check = check("a", inside + outside);
    assertEquals(new ColumnCheck(110, 11, 2, 1), check);
    assertEquals(false, check.isMismatch());
    assertEquals(true, check("a", inside.substring(5) + outside).isMismatch());
  }
}
