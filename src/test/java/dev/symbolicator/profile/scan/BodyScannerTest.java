package dev.symbolicator.profile.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.profile.BodyBytes;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.ProfileReading.NotJson;
import dev.symbolicator.profile.scan.BodyScanner.Kind;
import dev.symbolicator.testing.JacksonJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BodyScannerTest {
  private static final List<String> TEXTS =
      List.of(
          "{\"a\":[1,-2.5e+3,0,true,false,null],\"b\\u00e9\\n\":{\"\":\"x\\\"y\\\\\"}}",
          " [ ] ",
          "[[[]],{},{\"k\":[{}]}]\n",
          "\"plain text of more than eight bytes, with \u00e9, \u20ac and \ud83d\ude00 in it\"",
          "-0.5E-7",
          "{\"nodes\":[9,1,1,0,1,0,9,2,3,0,30,0],\"strings\":[\"<dummy>\",\"\",\"(GC roots)\"]}");

  private static @Nullable ProfileReading scan(byte[] text, int window) throws IOException {
    try {
      BodyScanner json =
          new BodyScanner(new Window(BodyBytes.of(text), window), ProfileLimits.DEFAULT);
      json.skip();
      json.end();
      return null;
    } catch (UnreadableException refused) {
      return refused.reading();
    }
  }

  /** A text is JSON for the scanner if it is JSON for Jackson; else the first bad byte is named. */
  private static void check(byte[] text, int window) throws IOException {
    ProfileReading problem = scan(text, window);
    String shown = new String(text, StandardCharsets.UTF_8);
    assertEquals(JacksonJson.isJson(text), problem == null, shown);
    if (problem instanceof NotJson notJson && !notJson.detail().contains("UTF-8")) {
      int at = (int) notJson.byteOffset();
      NotJson earlier = (NotJson) scan(Arrays.copyOf(text, at), window);
      assertTrue(earlier == null || earlier.byteOffset() == at, shown);
      if (at < text.length) {
        assertEquals(problem, scan(Arrays.copyOf(text, at + 1), window), shown);
      }
    }
  }

  @Test
  void everyTruncationIsJudgedLikeByJackson() throws IOException {
    for (String text : TEXTS) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      for (int length = 0; length <= bytes.length; length++) {
        check(Arrays.copyOf(bytes, length), 8);
        check(Arrays.copyOf(bytes, length), Window.USUAL_SIZE);
      }
    }
  }

  @Test
  void everyChangedByteIsJudgedLikeByJackson() throws IOException {
    byte[] others =
        "{}[]:,\"\\09-+.eEtfnu \n\u0000\u001f\u007f".getBytes(StandardCharsets.US_ASCII);
    for (String text : TEXTS) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      for (int at = 0; at < bytes.length; at++) {
        byte[] changed = bytes.clone();
        for (byte other : others) {
          changed[at] = other;
          check(changed, 8);
        }
        for (int other = 0x80; other <= 0xFF; other += 5) {
          changed[at] = (byte) other;
          check(changed, 8);
        }
      }
    }
  }

  @Test
  void skippedNumbersMustBeNumbers() throws IOException {
    for (String wrong :
        List.of(
            "[1,[,23,4]]",
            "[1,{,23}]",
            "[1,{\"a\":[,3]}]",
            "[1,01]",
            "[1,2,]",
            "[1,,2]",
            "[1,2",
            "[1,2.]",
            "[1,-]",
            "[1 2]")) {
      String text = wrong.replace("[1", "[1" + ",23".repeat(50));
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      assertInstanceOf(NotJson.class, scan(bytes, Window.USUAL_SIZE), wrong);
    }
  }

  @Property
  void stringsAreReadLikeByJackson(
      @ForAll String text, @ForAll @IntRange(min = 8, max = 80) int window) throws Exception {
    String json = new ObjectMapper().writeValueAsString(text);
    byte[] bytes = ("[" + json + "]").getBytes(StandardCharsets.UTF_8);
    String expected = new ObjectMapper().readTree(bytes).get(0).textValue();
    BodyScanner scanner =
        new BodyScanner(new Window(BodyBytes.of(bytes), window), ProfileLimits.DEFAULT);
    scanner.enterArray();
    assertTrue(scanner.nextEntry());
    assertEquals(Kind.STRING, scanner.kind());
    assertEquals(expected, scanner.string(Integer.MAX_VALUE));
    assertFalse(scanner.nextEntry());
    scanner.end();
  }

  @Property
  void integersAreReadLikeByJackson(
      @ForAll List<@IntRange Integer> values, @ForAll @IntRange(min = 8, max = 80) int window)
      throws Exception {
    byte[] bytes = values.toString().getBytes(StandardCharsets.UTF_8);
    BodyScanner scanner =
        new BodyScanner(new Window(BodyBytes.of(bytes), window), ProfileLimits.DEFAULT);
    scanner.enterArray();
    long[] read = new long[3];
    int index = 0;
    int count;
    do {
      count = scanner.integers(read, read.length, "");
      for (int i = 0; i < count; i++) {
        assertEquals((long) values.get(index++), read[i]);
      }
    } while (count == read.length);
    assertEquals(values.size(), index);
    scanner.end();
  }

  @Test
  void numbersThatAreNoIntegersAreRefusedAtTheirPlace() throws Exception {
    for (String number : List.of("1.5", "1e3", "1e400", "1234567890123456789", "\"1\"", "null")) {
      BodyScanner scanner = scanner("[7," + number + "]");
      scanner.enterArray();
      UnreadableException refused =
          assertThrows(UnreadableException.class, () -> scanner.integers(new long[9], 9, "/nodes"));
      ProfileReading.Invalid invalid =
          assertInstanceOf(ProfileReading.Invalid.class, refused.reading());
      assertEquals("/nodes", invalid.pointer());
      assertEquals(3, invalid.byteOffset());
    }
  }

  @Test
  void integersOfEighteenDigitsAreRead() throws Exception {
    BodyScanner scanner = scanner("[ 123456789012345678 , -0, -12345678901234567 ]         ");
    scanner.enterArray();
    long[] read = new long[4];
    assertEquals(3, scanner.integers(read, 4, ""));
    assertEquals(123456789012345678L, read[0]);
    assertEquals(0, read[1]);
    assertEquals(-12345678901234567L, read[2]);
  }

  @Test
  void readingGoesOnAtAnEntryThatWasReadBefore() throws Exception {
    BodyScanner scanner = scanner("{\"a\":[1,2,3,4]}");
    scanner.enterObject();
    assertTrue(scanner.nextMember());
    scanner.enterArray();
    long[] read = new long[2];
    long first = scanner.position();
    assertEquals(2, scanner.integers(read, 2, ""));
    long third = scanner.position();
    scanner.seekEntry(first, true);
    assertEquals(2, scanner.integers(read, 2, ""));
    assertEquals(2, read[1]);
    scanner.seekEntry(third, false);
    assertEquals(2, scanner.integers(read, 2, ""));
    assertEquals(4, read[1]);
    assertEquals(0, scanner.integers(read, 2, ""));
  }

  @Test
  void namesAreReadWithTheirEscapes() throws Exception {
    String name = "n".repeat(1024);
    BodyScanner scanner =
        scanner("\ufeff{\"a\\u0062\":1,\"\u00e9\":2,\"" + name + "\":3,\"" + name + "n\":4}");
    scanner.enterObject();
    for (String expected : List.of("ab", "\u00e9", name)) {
      assertTrue(scanner.nextMember());
      assertEquals(expected, scanner.name());
      scanner.skip();
    }
    assertTrue(scanner.nextMember());
    assertNull(scanner.name());
  }

  @Test
  void stringsAreReadUpToALimit() throws Exception {
    BodyScanner scanner = scanner("[\"1234\",\"12345\"]");
    scanner.enterArray();
    scanner.nextEntry();
    scanner.kind();
    assertEquals("1234", scanner.string(4));
    scanner.nextEntry();
    scanner.kind();
    assertNull(scanner.string(4));
  }

  @Test
  void nestingIsLimited() throws Exception {
    int most = ProfileLimits.DEFAULT.maxNesting();
    scanner("[".repeat(most) + "]".repeat(most)).skip();
    BodyScanner deeper = scanner("[".repeat(most + 1));
    UnreadableException refused = assertThrows(UnreadableException.class, deeper::skip);
    assertEquals(
        new ProfileReading.LimitExceeded(ProfileLimits.MAX_NESTING, most, most), refused.reading());
  }

  private static BodyScanner scanner(String text) throws IOException {
    return new BodyScanner(
        BodyBytes.of(text.getBytes(StandardCharsets.UTF_8)), ProfileLimits.DEFAULT);
  }
}
