package dev.symbolicator.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.json.JsonException.Fault;
import dev.symbolicator.json.JsonReader.Source;
import dev.symbolicator.json.JsonReader.Token;
import dev.symbolicator.json.JsonReaderTest.Refusal;
import dev.symbolicator.testing.JacksonJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonWindowTest {
  private static final List<String> SEPARATORS =
      List.of(",", ",", ",", ",", "\n,", ",\n", " ,", ", ", "\r\n,\t ");

  private static final List<String> TEXTS =
      List.of(
          "{\"a\":[1,-2.5e+3,0,true,false,null],\"b\\u00e9\\n\":{\"\":\"x\\\"y\\\\\"}}",
          " [ ] ",
          "[[[]],{},{\"k\":[{}]}]\n",
          "\"plain text of more than eight bytes, with \u00e9, \u20ac and \ud83d\ude00 in it\"",
          "-0.5E-7",
          "{\"nodes\":[9,1,1,0,1,0,9,2,3,0,30,0],\"strings\":[\"<dummy>\",\"\",\"(GC roots)\"]}");

  private static Source source(byte[] text) {
    return new Source() {
      @Override
      public long size() {
        return text.length;
      }

      @Override
      public void read(long position, byte[] into, int offset, int length) {
        System.arraycopy(text, (int) position, into, offset, length);
      }
    };
  }

  private static JsonReader reader(byte[] text, int window) throws IOException {
    return new JsonReader(source(text), window, 100, 1024);
  }

  private static JsonReader reader(String text) throws IOException {
    return reader(text.getBytes(StandardCharsets.UTF_8), JsonWindow.SIZE);
  }

  private static @Nullable Refusal scan(byte[] text, int window) throws IOException {
    try {
      JsonReader json = reader(text, window);
      if (json.next() == null) {
        return new Refusal(JsonWindow.cutOff(text.length));
      }
      json.skip();
      json.requireEnd();
      return null;
    } catch (JsonException refused) {
      return new Refusal(refused);
    }
  }

  /** A text is JSON for the reader if it is JSON for Jackson; else the first bad byte is named. */
  private static void check(byte[] text, int window) throws IOException {
    Refusal problem = scan(text, window);
    String shown = new String(text, StandardCharsets.UTF_8);
    assertEquals(JacksonJson.isJson(text), problem == null, shown);
    if (problem != null && problem.fault() != Fault.NOT_UTF8) {
      int at = (int) problem.offset();
      Refusal earlier = scan(Arrays.copyOf(text, at), window);
      assertTrue(earlier == null || earlier.offset() == at, shown);
      boolean isWord = at < text.length && "tfn".indexOf(text[at]) >= 0;
      if (at < text.length && !isWord) {
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
        check(Arrays.copyOf(bytes, length), JsonWindow.SIZE);
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
      Fault expected = wrong.equals("[1,2") ? Fault.CUT_OFF : Fault.UNEXPECTED;
      assertEquals(expected, fault(scan(bytes, JsonWindow.SIZE)), wrong);
    }
  }

  @Property
  void stringsAreReadLikeByJackson(
      @ForAll String text, @ForAll @IntRange(min = 8, max = 80) int window) throws Exception {
    String json = new ObjectMapper().writeValueAsString(text);
    byte[] bytes = ("[" + json + "]").getBytes(StandardCharsets.UTF_8);
    String expected = new ObjectMapper().readTree(bytes).get(0).textValue();
    JsonReader reader = reader(bytes, window);
    reader.next();
    assertEquals(Token.VALUE_STRING, reader.next());
    assertEquals(expected, reader.text(Integer.MAX_VALUE));
    assertFalse(reader.nextEntry());
    reader.requireEnd();
  }

  @Property
  void integersAreReadLikeByJackson(
      @ForAll List<@IntRange Integer> values, @ForAll @IntRange(min = 8, max = 80) int window)
      throws Exception {
    byte[] bytes = values.toString().getBytes(StandardCharsets.UTF_8);
    JsonReader reader = reader(bytes, window);
    reader.next();
    long[] read = new long[3];
    int index = 0;
    int count;
    do {
      count = reader.integers(read, read.length);
      for (int i = 0; i < count; i++) {
        assertEquals((long) values.get(index++), read[i]);
      }
    } while (count == read.length);
    assertEquals(values.size(), index);
    reader.requireEnd();
  }

  /** An array of integers of up to 18 digits, most of them short, with odd separators. */
  private static String array(long[] values, Random random) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < values.length; i++) {
      int digits = 1 + random.nextInt(random.nextInt(9) == 0 ? 17 : 4);
      values[i] = Math.floorMod(random.nextLong(), (long) Math.pow(10, digits));
      values[i] = random.nextInt(40) == 0 ? -values[i] : values[i];
      text.append(i == 0 ? "" : SEPARATORS.get(random.nextInt(random.nextInt(9) == 0 ? 9 : 4)));
      text.append(values[i]);
    }
    return text.append(random.nextBoolean() ? "]" : "\n] ").toString();
  }

  @Property(tries = 200)
  void integersAreReadFastAndSlowAlike(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    long[] values = new long[random.nextInt(3000)];
    byte[] text = array(values, random).getBytes(StandardCharsets.US_ASCII);
    int window = random.nextBoolean() ? 8 : 40 + random.nextInt(3000);
    JsonReader json = reader(text, window);
    json.next();
    int block = 1 + random.nextInt(100);
    long[] read = new long[block];
    int at = 0;
    int count;
    do {
      count = json.integers(read, block);
      for (int i = 0; i < count; i++) {
        assertEquals(values[at++], read[i]);
      }
    } while (count == block);
    assertEquals(values.length, at);
    json.requireEnd();
    assertNull(scan(text, window));
  }

  @Property(tries = 200)
  void eachIntegerIsFoundWithItsPlace(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    long[] values = new long[1 + random.nextInt(9000)];
    String text = array(values, random);
    JsonReader json = reader(text);
    json.seekEntry(1, true);
    for (int at = random.nextInt(40); at < values.length; ) {
      json.passNumbers(at);
      assertEquals(values[at], json.nextInteger());
      assertEquals(
          Long.toString(values[at]),
          text.substring((int) json.valueStart(), (int) json.position()));
      int step = random.nextInt(random.nextInt(9) == 0 ? 2000 : 20);
      json.seekEntry(json.position(), false);
      json.passNumbers(0);
      if (at + 1 + step >= values.length) {
        break;
      }
      json.passNumbers(step);
      assertEquals(values[at + 1 + step], json.nextInteger());
      json.seekEntry(1, true);
      at += 1 + step;
    }
  }

  private static @Nullable Fault fault(@Nullable Refusal refusal) {
    return refusal == null ? null : refusal.fault();
  }

  @Test
  void numbersThatAreNoIntegersEndAReadingAtTheirPlace() throws IOException {
    for (String number : List.of("1.5", "1e3", "1e400", "1234567890123456789", "\"1\"", "null")) {
      JsonReader reader = reader("[7," + number + "]");
      reader.next();
      assertEquals(1, reader.integers(new long[9], 9));
      assertFalse(reader.isAt(Token.END_ARRAY));
      assertEquals(3, reader.valueStart());
    }
  }

  @Test
  void integersOfEighteenDigitsAreRead() throws IOException {
    JsonReader reader = reader("[ 123456789012345678 , -0, -12345678901234567 ]         ");
    reader.next();
    long[] read = new long[4];
    assertEquals(3, reader.integers(read, 4));
    assertEquals(123456789012345678L, read[0]);
    assertEquals(0, read[1]);
    assertEquals(-12345678901234567L, read[2]);
  }

  @Test
  void readingGoesOnAtAnEntryThatWasReadBefore() throws IOException {
    JsonReader reader = reader("{\"a\":[1,2,3,4]}");
    reader.next();
    assertTrue(reader.nextMember());
    long[] read = new long[2];
    long first = reader.position();
    assertEquals(2, reader.integers(read, 2));
    long third = reader.position();
    reader.seekEntry(first, true);
    assertEquals(2, reader.integers(read, 2));
    assertEquals(2, read[1]);
    reader.seekEntry(third, false);
    assertEquals(2, reader.integers(read, 2));
    assertEquals(4, read[1]);
    assertEquals(0, reader.integers(read, 2));
  }

  @Test
  void namesAreReadWithTheirEscapes() throws IOException {
    String name = "n".repeat(1024);
    JsonReader reader =
        reader("\ufeff{\"a\\u0062\":1,\"\u00e9\":[2],\"" + name + "\":3,\"" + name + "n\":4}");
    reader.next();
    for (String expected : List.of("ab", "\u00e9", name)) {
      assertTrue(reader.nextMember());
      assertEquals(expected, reader.name());
      reader.skip();
    }
    assertTrue(reader.nextMember());
    assertEquals("", reader.name());
  }

  @Test
  void stringsAreReadUpToALimit() throws IOException {
    JsonReader reader = reader("[\"1234\",\"12345\"]");
    reader.next();
    reader.next();
    assertEquals("1234", reader.text(4));
    reader.next();
    assertNull(reader.text(4));
  }

  @Test
  void nestingIsLimited() throws IOException {
    assertNull(scan(("[".repeat(100) + "]".repeat(100)).getBytes(StandardCharsets.UTF_8), 64));
    Refusal refused = scan("[".repeat(101).getBytes(StandardCharsets.UTF_8), 64);
    assertEquals(Fault.TOO_DEEP, fault(refused));
    assertEquals(100, refused == null ? -1 : refused.offset());
  }
}
