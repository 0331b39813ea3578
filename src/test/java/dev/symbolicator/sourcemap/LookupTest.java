package dev.symbolicator.sourcemap;

import static dev.symbolicator.sourcemap.Maps.find;
import static dev.symbolicator.sourcemap.Maps.original;
import static dev.symbolicator.sourcemap.Maps.text;
import static dev.symbolicator.sourcemap.Maps.valid;
import static dev.symbolicator.sourcemap.Maps.withMappings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class LookupTest {

  private static final int MAX = Integer.MAX_VALUE;
  private static final int MIN = Integer.MIN_VALUE;

  // 0:2>0:0:0 foo | 0:5>- | 1:3>0:1:0 | 1:3>1:1:0 bar | 4:0>1:2:0
  private final SourceMap map = valid(withMappings("EAAAA,G;GACA,ACAAC;;;AACA"));

  @Test
  void mappingCoversPositionsUpToTheNextMapping() {
    assertEquals("0:0:0 foo", find(map, 0, 2));
    assertEquals("0:0:0 foo", find(map, 0, 4));
    assertEquals(new Mapping(0, 2, 0, 0, 0, 0), map.find(0, 4));
  }

  @Test
  void positionBeforeFirstMappingIsUnmapped() {
    assertNull(map.find(0, 1));
    assertNull(map.find(0, MIN));
    assertNull(map.find(-1, MAX));
    assertNull(map.find(MIN, MIN));
  }

  @Test
  void segmentOfOneFieldEndsTheMappingBefore() {
    assertNull(map.find(0, 5));
    assertNull(map.find(0, MAX));
    assertNull(map.find(1, 2));
  }

  @Test
  void mappingCoversFollowingLinesToo() {
    assertEquals("1:1:0 bar", find(map, 2, 0));
    assertEquals("1:1:0 bar", find(map, 3, MAX));
    assertEquals("1:2:0", find(map, 4, 0));
    assertEquals("1:2:0", find(map, 1_000_000, 7));
    assertEquals("1:2:0", find(map, MAX, MAX));
  }

  @Test
  void lastOfSeveralMappingsAtOnePositionWins() {
    assertEquals("1:1:0 bar", find(map, 1, 3));
    assertEquals("1:1:0 bar", original(map, map.findExact(1, 3)));
  }

  @Test
  void exactLookupFindsOnlyMappingsThatBeginThere() {
    assertEquals("0:0:0 foo", original(map, map.findExact(0, 2)));
    assertNull(map.findExact(0, 3));
    assertNull(map.findExact(0, 5));
    assertNull(map.findExact(2, 3));
    assertNull(map.findExact(0, 0));
    assertNull(map.findExact(-1, 0));
  }

  @Test
  void positionIsUnmappedIfLastOfSeveralSegmentsIsUnmapped() {
    SourceMap other = valid(withMappings("AAAA,A"));
    assertNull(other.find(0, 0));
    assertNull(other.findExact(0, 0));
    assertEquals("0:0>0:0:0 | 0:0>-", text(other, other.mappings(0, 0, 0, 1)));
    assertEquals("0:0:0", find(valid(withMappings("A,AAAA")), 0, 0));
  }

  @Test
  void rangeIncludesItsStartButNotItsEnd() {
    assertEquals("0:5>- | 1:3>0:1:0 | 1:3>1:1:0 bar", text(map, map.mappings(0, 5, 4, 0)));
    assertEquals("0:2>0:0:0 foo", text(map, map.mappings(0, 2, 0, 5)));
    assertEquals("", text(map, map.mappings(0, 3, 0, 5)));
    assertEquals("", text(map, map.mappings(1, 3, 1, 3)));
    assertEquals("", text(map, map.mappings(4, 0, 0, 0)));
    assertEquals(5, count(map.mappings(MIN, MIN, MAX, MAX)));
  }

  @Test
  void mappingsFromPositionReachToTheEnd() {
    assertEquals("4:0>1:2:0", text(map, map.mappingsFrom(1, 4)));
    assertEquals(5, count(map.mappingsFrom(0, 0)));
    assertEquals(0, count(map.mappingsFrom(4, 1)));
  }

  @Test
  void cursorStaysAtItsEnd() {
    MappingCursor cursor = map.mappingsFrom(4, 0);
    assertTrue(cursor.next());
    assertFalse(cursor.next());
    assertFalse(cursor.next());
    assertEquals(4, cursor.generatedLine());
  }

  @Test
  void cursorShowsFieldsOfMapping() {
    MappingCursor cursor = map.mappingsFrom(0, 0);
    assertTrue(cursor.next());
    assertTrue(cursor.isMapped());
    assertEquals(new Mapping(0, 2, 0, 0, 0, 0), cursor.mapping());
    assertTrue(cursor.next());
    assertFalse(cursor.isMapped());
    assertNull(cursor.mapping());
    assertEquals(-1, cursor.source());
    assertEquals(-1, cursor.originalLine());
    assertEquals(-1, cursor.originalColumn());
    assertEquals(Mapping.NO_NAME, cursor.name());
  }

  @Test
  void emptyMapHasNoAnswers() {
    SourceMap empty = valid(withMappings(""));
    assertNull(empty.find(0, 0));
    assertNull(empty.findExact(0, 0));
    assertEquals(0, count(empty.mappingsFrom(0, 0)));
    assertNull(empty.find(MAX, MAX));
  }

  @Test
  void retainedBytesGrowWithTheMap() {
    SourceMap large = valid(withMappings("CAAA".concat(",CAAA".repeat(9_999))));
    assertTrue(Maps.retainedBytes(large) > Maps.retainedBytes(map) + 10_000);
  }

  @Test
  void mapDoesNotKeepTheJsonTextAlive() {
    byte[] json = withMappings("CAAA");
    WeakReference<byte[]> reference = new WeakReference<>(json);
    SourceMap other = valid(json);
    json = null;
    for (int i = 0; i < 50 && reference.get() != null; i++) {
      System.gc();
    }
    assertNull(reference.get());
    assertEquals("0:0:0", find(other, 0, 1));
  }

  private static int count(MappingCursor cursor) {
    int count = 0;
    while (cursor.next()) {
      count++;
    }
    return count;
  }

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
