package dev.symbolicator.sourcemap;

import static dev.symbolicator.sourcemap.Maps.json;
import static dev.symbolicator.sourcemap.Maps.withMappings;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lines are as long as minified ones. The reader decodes segments far inside a long line with
 * separate code.
 */
class LongLinesTest {

  /** Segments beyond the threshold for a long line, in several blocks of mappings. */
  private static final String LONG = "CAAA,".repeat(400);

  /** Segments before the threshold for a long line, in several blocks of mappings. */
  private static final String SHORT = "CAAA,".repeat(100);

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Numbers of each length, and a name or none.
        "CAAC,CAAgB,CAAjB,CAACC,CAADD",
        "CAAgC,CAAhC,CAAgChC,CAAggD,CAAhgD,CAAgggE,CAAhgggD",
        "CAACggB,CAADhgB,CAACgggB,CAADhgggB,CAACggggB,CAAD",
        // Unmapped segments, and first fields of other lengths.
        "C,C,CAAA,C,gC,CAAA,CCAC,CDAD,CAgCA,CAhCA",
        // Invalid segments: too few or too many numbers, characters that are no digits.
        "CA,CAAA",
        "CAA,CAAA",
        "CAAAAA,CAAA",
        "CAAg,CAAA",
        "CAAAg,CAAA",
        "CAA.,CAAA",
        "CAAA.,CAAA",
        "CAA ,CAAA",
        "CAAA ,CAAA",
        "CAA[,CAAA",
        "CAAA`A,CAAA",
        "CAA\u00e9,CAAA",
        "CAAA\u00ff,CAAA",
        "CAAC\u0080A,CAAA",
        "CAA\\u0041,CAAA",
        "CAAA\\u0041,CAAA",
        // Minus zero and redundant digits.
        "CAAB,CAAA",
        "CAAhA,CAAA",
        "CAAgA,CAAA",
        "CAAAB,CAAA",
        "CAAAhA,CAAA",
        "CAAAgA,CAAA",
        "CAAAggA,CAAA",
        "CAAAgggA,CAAA",
        "CAAiA,CAAAiA",
        // Original positions, sources and names out of range.
        "CAAD,CAAA",
        "CADC,CAAA",
        "CDAA,CAAA",
        "CEAA,CAAA",
        "CAACD,CAAA",
        "CAAAE,CAAA",
        "CAAAggD,CAAA",
        "CAA+/////D,CAA+/////D,CAA+/////D",
        "D,CAAA",
        // Other separators, and ends of strings.
        "CAAC;;CAACC;",
        "CAACC,,CAAA",
        "CAAC,;CAAA",
        "CAAC,",
      })
  void segmentsFarInsideALineAreReadLikeOthers(String segments) {
    NaiveComparison.check(withMappings(LONG + segments));
    NaiveComparison.check(withMappings(LONG + segments + "," + LONG + "CAAA"));
    NaiveComparison.check(withMappings(LONG + segments + ";" + LONG + "CAAA"));
  }

  /** The scan reads these numbers one by one, but a look-up may read them from words. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "CAAhA,CAAA",
        "CAAgA,CAAA",
        "CAAiA,CAAjA",
        "CAAiAiA,CAAAiA",
        "CAAA,CAAAgA",
        "CAAB,CAAA"
      })
  void redundantDigitsBeforeTheThresholdAreReadAlike(String segments) {
    NaiveComparison.check(withMappings(SHORT + segments + "," + LONG + "CAAA"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"''", "'foo'", "'foo','bar','baz'"})
  void mappingsEndAtTheirQuote(String names) {
    for (String last : new String[] {"CAAC", "CAACC", "CAAgC", "C"}) {
      String mappings = "'mappings':'" + LONG + last + "'";
      String others = "'version':3,'sources':['a.js','b.js'],'names':[" + names + "]";
      NaiveComparison.check(json("{" + others + "," + mappings + "}"));
      NaiveComparison.check(json("{" + mappings + ",'A;':'A,A;'," + others + "}"));
      NaiveComparison.check(json("{" + others + "," + mappings + " ,'file':'A,AAAA;AA'}"));
    }
  }

  /**
   * The next section follows in the same bytes, so a word read at a section's end may reach into
   * it.
   */
  @Test
  void mappingsOfSectionEndAtTheirQuote() {
    for (String last : new String[] {"CAAC", "CAACC", "CAAgC", "C", "CAAC;"}) {
      for (String first : new String[] {"AAAA", "A", ";AAAA", "gCAAA"}) {
        String a = IndexMapTest.map("a.js", "n", LONG + last);
        String b = IndexMapTest.map("b.js", "m", first + "," + LONG + "CAAA");
        NaiveComparison.check(
            json(
                IndexMapTest.index(
                    IndexMapTest.section(0, 0, a),
                    IndexMapTest.section(0, 1_000, b),
                    IndexMapTest.section(2, 0, b))));
      }
    }
  }

  /** Mappings out of order are rewritten, in runs that adjoin each other. */
  @Test
  void runsOfMappingsDoNotReachIntoEachOther() {
    for (String last : new String[] {"CAAC", "CAACC", "CAAgC", "C"}) {
      for (String first : new String[] {"C", "gB", "CAAC", "gBAACC"}) {
        NaiveComparison.check(withMappings(LONG + last + ";".repeat(40) + first + ",CAAA,DAAA"));
      }
    }
  }

  @Test
  void readerAgreesWithNaiveReaderOnRandomSegments() {
    String alphabet = "AAACCCDDEEgghi+/Bf";
    Random random = new Random(426);
    for (int i = 0; i < 200; i++) {
      StringBuilder mappings = new StringBuilder(LONG);
      for (int segment = 0; segment < 4; segment++) {
        mappings.append(random.nextInt(9) == 0 ? "C" : "CAAC");
        for (int length = random.nextInt(4); length > 0; length--) {
          mappings.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        mappings.append(random.nextInt(30) == 0 ? ";" : ",");
      }
      NaiveComparison.check(withMappings(mappings + "CAAA"));
    }
  }
}
