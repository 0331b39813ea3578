package dev.symbolicator.sourcemap;

import static dev.symbolicator.sourcemap.Maps.kinds;
import static dev.symbolicator.sourcemap.Maps.rejected;
import static dev.symbolicator.sourcemap.Maps.tolerated;
import static dev.symbolicator.sourcemap.Maps.valid;
import static dev.symbolicator.sourcemap.Maps.withMappings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.sourcemap.SourceMap.Mapping;
import dev.symbolicator.sourcemap.SourceMapProblem.MapProblemKind;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MappingsTest {

  private static final int MAX = Integer.MAX_VALUE;

  @Test
  void segmentsHaveOneFourOrFiveFields() {
    assertEquals("0:1>- | 0:2>1:2:3 | 0:3>0:2:3 bar", mappings("C,CCEG,CDAAC"));
  }

  @Test
  void emptyMappingsHaveNoSegments() {
    assertEquals("", mappings(""));
    assertEquals("", mappings(";;;;"));
  }

  @Test
  void onlyColumnStartsAnewOnEachLine() {
    assertEquals("0:4>1:1:1 bar | 2:4>1:2:2 bar", mappings("ICCCC;;IACCA"));
  }

  @Test
  void nameIsRelativeToLastSegmentWithAName() {
    assertEquals("0:0>0:0:0 bar | 0:1>0:0:0 | 0:2>0:0:0 foo", mappings("AAAAC,CAAA,CAAAD"));
  }

  @ParameterizedTest
  @CsvSource({
    "A, 0",
    "C, 1",
    "e, 15",
    "gB, 16",
    "+B, 31",
    "gC, 32",
    "+/////D, 2147483647",
    "iA, 1",
    "igggggggggggggggggggA, 1",
    "+/////jggggA, 2147483647",
  })
  void numberMayHaveRedundantZeroDigits(String vlq, int column) {
    assertEquals("0:" + column + ">-", mappings(vlq));
  }

  @Test
  void numberMayHaveTwoThousandZeroDigits() {
    assertEquals("0:1>-", mappings("i" + "g".repeat(2_000) + "A"));
  }

  @Test
  void minusZeroIsReadAsTheSmallestNumber() {
    Read read = tolerated(withMappings("B"));
    assertEquals(List.of(MapProblemKind.NEGATIVE_GENERATED_COLUMN), kinds(read));
    // The original lines add up to 2^31 - 1, then -1, then 2^31 - 2, so no bit was lost.
    read = Maps.lenient(withMappings("AA+/////DA,AABA,AA+/////DA"));
    assertEquals("0:0>0:2147483647:0 | 0:0>- | 0:0>0:2147483646:0", Maps.mappings(read.map()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ggggggE",
        "hgggggE",
        "ggggggggggC",
        "ggggggggggggggggggggggggggC",
        "gggggggggggggI",
        "//////////P"
      })
  void numberBeyond32BitsRejectsTheMap(String vlq) {
    assertEquals(MapProblemKind.VLQ_OUT_OF_RANGE, rejected(withMappings("AAAA," + vlq)).kind());
    assertEquals(
        MapProblemKind.VLQ_OUT_OF_RANGE, rejected(withMappings("AAAA,A" + vlq + "AA")).kind());
    assertEquals(
        MapProblemKind.VLQ_OUT_OF_RANGE, rejected(withMappings("AAAAA;AAAA" + vlq)).kind());
  }

  @Test
  void offsetOfNumberBeyond32BitsIsItsFirstDigit() {
    byte[] json = withMappings("AAAA,AggggggEAggggggE");
    int segment = new String(json, StandardCharsets.UTF_8).indexOf("AggggggE");
    assertEquals(segment + 1, rejected(json).byteOffset());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ggggggE!", "AggggggE", "ggggggEg", "AAAAAggggggE", "AAggggggE"})
  void numberBeyond32BitsInMalformedSegmentIsAGrammarError(String bad) {
    Read read = tolerated(withMappings("CAAA," + bad + ",CAAA"));
    assertEquals(List.of(MapProblemKind.MAPPINGS_GRAMMAR), kinds(read));
    assertEquals("0:1>0:0:0", Maps.mappings(read.map()));
  }

  @Test
  void numbersAfterNegativeGeneratedColumnAreIgnored() {
    Read read = tolerated(withMappings("AAAA,DggggggEAA,EAAA"));
    assertEquals(List.of(MapProblemKind.NEGATIVE_GENERATED_COLUMN), kinds(read));
    assertEquals("0:0>0:0:0 | 0:1>0:0:0", Maps.mappings(read.map()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ",",
        ",,C",
        "AA",
        "AAA",
        "AAAAAA",
        "AAAAAAAA",
        "A=",
        "=",
        "A$AA",
        "-",
        "A A",
        "AAAA.A",
        "g",
        "AAAg",
        "g;",
        "g,A",
        "AAAAAg",
        "AAAA:",
        "\u00e9"
      })
  void grammarErrorEndsTheMappingsAndKeepsPrecedingOnes(String bad) {
    for (String before : new String[] {"CAAA,", "CAAA;", "CAAA;;"}) {
      Read read = tolerated(withMappings(before + bad + ";CAAA,CAAA"));
      assertEquals(List.of(MapProblemKind.MAPPINGS_GRAMMAR), kinds(read));
      assertEquals("0:1>0:0:0", Maps.mappings(read.map()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"CAAA,", "CAAA,;", "CAAA,;CAAA", "CAAA,,CAAA", "CAAA;,CAAA"})
  void emptySegmentIsAGrammarError(String mappings) {
    Read read = tolerated(withMappings(mappings));
    assertEquals(List.of(MapProblemKind.MAPPINGS_GRAMMAR), kinds(read));
    assertEquals("0:1>0:0:0", Maps.mappings(read.map()));
  }

  @Test
  void offsetOfGrammarErrorIsThatOfItsSegment() {
    byte[] json = withMappings("CAAA,CA$A");
    int segment = new String(json, StandardCharsets.UTF_8).indexOf("CA$A");
    assertEquals(segment, tolerated(json).problems().get(0).byteOffset());
  }

  @Test
  void negativeGeneratedColumnDropsTheSegmentAndItsOtherFields() {
    // C is column 1. FCCCC would be column -1. GAAA is column 2, with the other fields as before
    // FCCCC.
    Read read = tolerated(withMappings("CAAA,FCCCC,GAAA"));
    assertEquals(List.of(MapProblemKind.NEGATIVE_GENERATED_COLUMN), kinds(read));
    assertEquals("0:1>0:0:0 | 0:2>0:0:0", Maps.mappings(read.map()));
  }

  @ParameterizedTest
  @CsvSource({
    "CEAA, CFAA, SOURCE_INDEX",
    "CDAA, CCAA, SOURCE_INDEX",
    "CADA, CACA, NEGATIVE_ORIGINAL_POSITION",
    "CAAD, CAAC, NEGATIVE_ORIGINAL_POSITION",
  })
  void segmentWithInvalidOriginalPositionIsUnmappedAndItsFieldsCount(
      String bad, String back, MapProblemKind kind) {
    Read read = tolerated(withMappings("AAAA," + bad + "," + back));
    assertEquals(List.of(kind), kinds(read));
    assertEquals("0:0>0:0:0 | 0:1>- | 0:2>0:0:0", Maps.mappings(read.map()));
  }

  @Test
  void mappingWithInvalidNameIndexHasNoName() {
    Read read = tolerated(withMappings("AAAAE,CAAAD,CAAAF"));
    assertEquals(List.of(MapProblemKind.NAME_INDEX, MapProblemKind.NAME_INDEX), kinds(read));
    assertEquals("0:0>0:0:0 | 0:1>0:0:0 bar | 0:2>0:0:0", Maps.mappings(read.map()));
  }

  @Test
  void greatestPositionsAreRead() {
    SourceMap map = valid(withMappings("+/////DA+/////D+/////DA"));
    assertEquals(new Mapping(0, MAX, 0, MAX, MAX, 0), map.find(0, MAX));
    assertEquals(map.find(0, MAX), map.findExact(0, MAX));
  }

  @Test
  void columnBeyond31BitsEndsTheMappingBefore() {
    Read read = tolerated(withMappings("CAAA,+/////DAAA"));
    assertEquals(List.of(MapProblemKind.POSITION_OUT_OF_RANGE), kinds(read));
    assertEquals("0:0:0", Maps.find(read.map(), 0, MAX - 1));
    assertEquals("-", Maps.find(read.map(), 1, 0));
  }

  @Test
  void segmentWithOriginalPositionBeyond31BitsIsUnmapped() {
    Read read = tolerated(withMappings("AA+/////DA,CACA,CADA,CAA+/////D,CAAC"));
    assertEquals(
        List.of(MapProblemKind.POSITION_OUT_OF_RANGE, MapProblemKind.POSITION_OUT_OF_RANGE),
        kinds(read));
    assertEquals(
        "0:0>0:2147483647:0 | 0:1>- | 0:2>0:2147483647:0 | 0:3>0:2147483647:2147483647 | 0:4>-",
        Maps.mappings(read.map()));
  }

  @Test
  void unsortedSegmentsAreSortedStably() {
    // Columns 9, 1, 9, 1 with original lines 1, 2, 3, 4.
    SourceMap map = valid(withMappings("SACA,RACA,QACA,RACA;A"));
    assertEquals("0:1>0:2:0 | 0:1>0:4:0 | 0:9>0:1:0 | 0:9>0:3:0 | 1:0>-", Maps.mappings(map));
    assertEquals("0:4:0", Maps.find(map, 0, 8));
    assertEquals("0:3:0", Maps.find(map, 0, 9));
  }

  @Test
  void everyProblemIsReportedInOrder() {
    Read read = Maps.lenient(withMappings("F,EEAA,CFDA,CACAE,CAAAF,CAAg"));
    assertEquals(
        List.of(
            MapProblemKind.NEGATIVE_GENERATED_COLUMN,
            MapProblemKind.SOURCE_INDEX,
            MapProblemKind.NEGATIVE_ORIGINAL_POSITION,
            MapProblemKind.NAME_INDEX,
            MapProblemKind.MAPPINGS_GRAMMAR),
        kinds(read));
    assertEquals(5, read.problemCount());
  }

  private static String mappings(String mappings) {
    return Maps.mappings(valid(withMappings(mappings)));
  }

  private static final int NONE = Integer.MIN_VALUE;

  @Test
  void writtenNumberIsReadBack() {
    byte[] text = new byte[Vlq.MAX_LENGTH + 1];
    for (int bits = 0; bits < 31; bits++) {
      for (int number : new int[] {1 << bits, (1 << bits) - 1, -(1 << bits), 1 - (1 << bits)}) {
        int end = Vlq.write(number, text, 0);
        text[end] = '"';
        assertEquals(end, Vlq.length(text, 0));
        assertEquals(number, Vlq.number(text, 0, end));
        assertTrue(Vlq.beginsNumber(text[0]));
      }
    }
    assertEquals(Vlq.MAX_LENGTH, Vlq.write(Integer.MAX_VALUE, text, 0));
    assertEquals(Integer.MAX_VALUE, Vlq.number(text, 0, Vlq.MAX_LENGTH));
    assertEquals(Vlq.MAX_LENGTH, Vlq.write(-Integer.MAX_VALUE, text, 0));
    assertEquals(-Integer.MAX_VALUE, Vlq.number(text, 0, Vlq.MAX_LENGTH));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"B", "hA", "hgA", "hggggggA", "!", "g!", "gg!", "ggggggE", "gggggggA", "\u00e9"})
  void unusualOrInvalidNumberIsNotReadFast(String written) {
    byte[] text = (written + "\",,").getBytes(StandardCharsets.ISO_8859_1);
    assertEquals(NONE, Vlq.number(text, 0, Vlq.length(text, 0)));
  }

  @Test
  void separatorsBeginNoNumber() {
    for (byte b : new byte[] {',', ';', '"', '\\', '=', -1}) {
      assertFalse(Vlq.beginsNumber(b));
    }
  }
}
