package dev.symbolicator.profile.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.json.JsonText;
import dev.symbolicator.profile.json.JsonBuffer.Milliseconds;
import dev.symbolicator.profile.json.Splice.SpliceWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBufferTest {
  private final JsonBuffer buffer = new JsonBuffer(1);

  private String written() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    buffer.writeTo(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        9,
        10,
        99,
        100,
        109,
        999,
        1_000,
        9_999,
        10_000,
        99_999,
        123_456,
        999_999_999,
        1_000_000_000,
        Integer.MAX_VALUE,
        -1,
        Integer.MIN_VALUE
      })
  void numberHasItsDigits(int number) throws IOException {
    buffer.number(number);
    assertEquals(Integer.toString(number), written());
  }

  @Test
  void smallNumbersFollowEachOther() throws IOException {
    IntStream.range(0, 2_000).forEach(buffer::number);
    assertEquals(
        IntStream.range(0, 2_000).mapToObj(Integer::toString).collect(Collectors.joining()),
        written());
  }

  @Test
  void piecesOfAllLengthsFromAllPlacesFollowEachOther() throws IOException {
    byte[] json = "0123456789abcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.UTF_8);
    StringBuilder expected = new StringBuilder();
    JsonBuffer small = new JsonBuffer(1);
    for (int start = 0; start <= json.length; start++) {
      for (int end = start; end <= json.length; end++) {
        small.bytes(json, start, end);
        expected.append(new String(json, start, end - start, StandardCharsets.UTF_8));
      }
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    small.writeTo(all);
    assertEquals(expected.toString(), all.toString(StandardCharsets.UTF_8));
  }

  @Test
  void plainStringIsSpeltLikeAnyOther() throws IOException {
    String plain =
        IntStream.rangeClosed(' ', '~')
            .filter(unit -> unit != '"' && unit != '\\')
            .mapToObj(Character::toString)
            .collect(Collectors.joining());
    buffer.plainString(plain);
    buffer.plainString("");
    buffer.string(plain);
    assertEquals("\"%1$s\"\"\"\"%1$s\"".formatted(plain), written());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 0.001",
    "10, 0.01",
    "100, 0.1",
    "999, 0.999",
    "1000, 1",
    "10000, 10",
    "2972735, 2972.735",
    "1200450, 1200.45",
    "9007199254740000, 9007199254740",
    "9007199254740991, 9007199254740.991"
  })
  void zerosAtTheEndAreLeftOut(long micros, String milliseconds) {
    assertEquals(milliseconds, Milliseconds.ofMicros(micros));
  }

  private static final int WORDS = 100;

  private static String written(Splice splice) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    splice.writeTo(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Replaces every word of two letters by a number. */
  private static void checkOrder(List<Integer> order) throws IOException {
    Splice splice = new Splice(JsonText.of("ab,".repeat(WORDS).getBytes(StandardCharsets.UTF_8)));
    StringBuilder expected = new StringBuilder();
    for (int word = 0; word < WORDS; word++) {
      expected.append(word * word).append(',');
    }
    for (int word : order) {
      splice.replace(3 * word, 3 * word + 2).number(word * word);
    }
    assertEquals(expected.toString(), written(splice), order::toString);
  }

  @Test
  void editsMayBeMadeInAnyOrder() throws IOException {
    Random random = new Random(1);
    for (int distance = 1; distance <= WORDS; distance++) {
      List<Integer> order = new ArrayList<>();
      for (int word = 0; word < WORDS; word++) {
        order.add(word);
      }
      for (int from = 0; from < WORDS; from += distance) {
        Collections.shuffle(order.subList(from, Math.min(WORDS, from + distance)), random);
      }
      checkOrder(order);
      Collections.rotate(order, distance);
      checkOrder(order);
    }
  }

  @Test
  void insertionsAtOnePlaceKeepTheirOrder() throws IOException {
    Splice splice = new Splice(JsonText.of("[]".getBytes(StandardCharsets.UTF_8)));
    for (int i = 0; i < 20; i++) {
      splice.insert(1).ascii(i + ";");
    }
    splice.insert(0).ascii("first");
    assertEquals("first[0;1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;]", written(splice));
  }

  private static final int TEXTS = 300;

  @Test
  void editsAndLaterSpansAreReplacedInTheOrderOfTheirOffsets() throws IOException {
    Random random = new Random(15);
    for (int i = 0; i < TEXTS; i++) {
      checkRandomText(random);
    }
  }

  /** Replaces random spans, some of which are edits, and some are replaced while writing. */
  private static void checkRandomText(Random random) throws IOException {
    String text = "0123456789".repeat(1 + random.nextInt(3_000));
    int step = 1 + random.nextInt(random.nextBoolean() ? 20 : text.length());
    Splice splice = new Splice(JsonText.of(text.getBytes(StandardCharsets.US_ASCII)));
    StringBuilder expected = new StringBuilder();
    boolean[] isLater = new boolean[text.length()];
    int[] ends = new int[text.length()];
    int written = 0;
    for (int start = random.nextInt(step); start < text.length(); start = written + 1) {
      ends[start] = Math.min(text.length(), start + random.nextInt(step));
      expected.append(text, written, start).append(replacement(start));
      isLater[start] = random.nextInt(4) > 0;
      if (!isLater[start]) {
        splice.replace(start, ends[start]).ascii(replacement(start));
      }
      written = Math.min(text.length(), ends[start] + random.nextInt(step));
      expected.append(text, ends[start], written);
    }
    expected.append(text, written, text.length());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SpliceWriter writer = new SpliceWriter(splice, out);
    for (int start = 0; start < text.length(); start++) {
      if (isLater[start]) {
        writer.replace(start, ends[start]).ascii(replacement(start));
      }
    }
    writer.finish();
    assertEquals(expected.toString(), out.toString(StandardCharsets.US_ASCII));
  }

  /** Returns a short or a long text. */
  private static String replacement(int start) {
    return "<" + start + ">".repeat(start % 50 == 0 ? 9_000 : start % 7);
  }

  @Test
  void spanAtTheBeginAndAtTheEndIsReplaced() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Splice splice = new Splice(new JsonText("{[1,2]}".getBytes(StandardCharsets.US_ASCII), 1, 6));
    SpliceWriter writer = new SpliceWriter(splice, out);
    writer.replace(1, 2).ascii("(");
    writer.replace(5, 6).ascii(")");
    writer.finish();
    assertEquals("(1,2)", out.toString(StandardCharsets.US_ASCII));
  }
}
