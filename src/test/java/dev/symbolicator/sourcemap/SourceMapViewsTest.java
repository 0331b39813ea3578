package dev.symbolicator.sourcemap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceMapViewsTest {
  /** Segments at 0:0, 0:4 and 0:8 of source 0, at 1:2 of source 1, and at 2:2, unmapped. */
  private static final SourceMap MAP =
      Maps.lenient(
              "{\"version\":3,\"sources\":[\"a.js\",\"b.js\"],\"names\":[\"n\"],\"mappings\":\"AAAAA,IAAI,IAAI;ECAJ;E\"}")
          .map();

  private static List<String> all(MappingCursor cursor) {
    List<String> all = new ArrayList<>();
    while (cursor.next()) {
      all.add(
          "%d:%d>%d:%d:%d%s"
              .formatted(
                  cursor.generatedLine(),
                  cursor.generatedColumn(),
                  cursor.source(),
                  cursor.originalLine(),
                  cursor.originalColumn(),
                  cursor.name() < 0 ? "" : "n"));
    }
    return all;
  }

  @Test
  void linesAreShifted() {
    SourceMap shifted = SourceMapView.shifted(MAP, 3, 0, -1);
    assertEquals(
        List.of("3:0>0:0:0n", "3:4>0:0:4", "3:8>0:0:8", "4:2>1:0:4", "5:2>-1:-1:-1"),
        all(shifted.mappingsFrom(0, 0)));
    assertEquals(List.of("3:4>0:0:4", "3:8>0:0:8"), all(shifted.mappings(3, 1, 4, 0)));
    assertNull(shifted.find(2, 9));
    assertEquals(new Mapping(3, 4, 0, 0, 4, -1), shifted.find(3, 5));
    assertEquals(new Mapping(3, 4, 0, 0, 4, -1), shifted.findExact(3, 4));
    assertNull(shifted.findExact(0, 4));
  }

  @Test
  void columnsOfOneLineAreShifted() {
    SourceMap shifted = SourceMapView.shifted(MAP, 0, 10, 0);
    assertEquals(
        List.of("0:10>0:0:0n", "0:14>0:0:4", "0:18>0:0:8", "1:2>1:0:4", "2:2>-1:-1:-1"),
        all(shifted.mappingsFrom(0, 0)));
    assertNull(shifted.find(0, 9));
    assertEquals(new Mapping(0, 14, 0, 0, 4, -1), shifted.find(0, 17));
    assertEquals(new Mapping(1, 2, 1, 0, 4, -1), shifted.find(1, 2));
    assertNull(shifted.findExact(0, 9));
  }

  @Test
  void mappingsBeforeTheFileDoNotAppear() {
    SourceMap left = SourceMapView.shifted(MAP, 0, -4, 0);
    assertEquals(
        List.of("0:0>0:0:4", "0:4>0:0:8", "1:2>1:0:4", "2:2>-1:-1:-1"),
        all(left.mappingsFrom(0, 0)));
    assertEquals(new Mapping(0, 0, 0, 0, 4, -1), left.find(0, 3));
    SourceMap up = SourceMapView.shifted(MAP, -1, 0, -1);
    assertEquals(List.of("0:2>1:0:4", "1:2>-1:-1:-1"), all(up.mappingsFrom(0, 0)));
    assertNull(up.find(0, 1));
  }

  @Test
  void mappingsOfLeftSourcesAreUnmapped() {
    BitSet second = new BitSet();
    second.set(1);
    SourceMap partial = SourceMapView.without(second, MAP);
    assertEquals(
        List.of("0:0>0:0:0n", "0:4>0:0:4", "0:8>0:0:8", "1:2>-1:-1:-1", "2:2>-1:-1:-1"),
        all(partial.mappingsFrom(0, 0)));
    assertEquals(List.of("1:2>-1:-1:-1"), all(partial.mappings(1, 0, 2, 0)));
    assertNull(partial.find(1, 2));
    assertNull(partial.findExact(1, 2));
    assertEquals(new Mapping(0, 4, 0, 0, 4, -1), partial.findExact(0, 4));
    assertSame(MAP, SourceMapView.without(new BitSet(), MAP));
  }

  @Test
  void everythingElseIsTheMaps() {
    SourceMap shifted = SourceMapView.shifted(MAP, 3, 0, -1);
    assertEquals(5, shifted.mappingCount());
    assertEquals(2, shifted.sourceCount());
    assertEquals(MAP.sourceUrl(1), shifted.sourceUrl(1));
    assertEquals(false, shifted.isIgnored(1));
    assertEquals(1, shifted.nameCount());
    assertEquals("n", shifted.name(0));
    assertNull(shifted.file());
    assertNull(shifted.debugId());
  }
}
