package dev.symbolicator.sourcemap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SegmentsOutsideTest {
  private static SegmentsOutside of(String mappings, int... lineLengths) {
    return SegmentsOutside.of(
        Maps.valid(Maps.withMappings(mappings)),
        line -> line < lineLengths.length ? lineLengths[line] : -1);
  }

  @Test
  void segmentAtTheEndOfItsLineLiesInside() {
    assertEquals(new SegmentsOutside(2, 0, -1, -1), of("AAAA,EAAE", 2));
  }

  @Test
  void firstSegmentOutsideIsTold() {
    assertEquals(new SegmentsOutside(3, 2, 0, 3), of("AAAA,GAAE;AAAA", 2));
    assertEquals(new SegmentsOutside(1, 1, 1, 0), of(";AAAA", 2));
  }

  @Test
  void tenSegmentsOutsideAreTolerated() {
    String ten = ";AAAA" + ",AAAA".repeat(9);
    assertEquals(false, of("AAAA" + ten, 1).areTooMany());
    assertEquals(true, of("AAAA" + ten + ",AAAA", 1).areTooMany());
  }

  @Test
  void oneInTenSegmentsOutsideIsTolerated() {
    String outside = ";AAAA" + ",AAAA".repeat(10);
    SegmentsOutside tenth = of("AAAA" + ",AAAA".repeat(98) + outside, 1);
    assertEquals(new SegmentsOutside(110, 11, 1, 0), tenth);
    assertEquals(false, tenth.areTooMany());
    assertEquals(true, of("AAAA" + ",AAAA".repeat(97) + outside, 1).areTooMany());
  }
}
