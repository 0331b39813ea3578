package dev.symbolicator.profile.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpliceTest {
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

  @Test
  void numbersAreWrittenLikeByJava() throws IOException {
    for (long power = 1; power <= 1_000_000_000; power *= 10) {
      for (long number : new long[] {power - 1, power, power + 1, -power}) {
        JsonBuffer buffer = new JsonBuffer();
        buffer.number((int) number);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        buffer.writeTo(out);
        assertEquals(Long.toString(number), out.toString(StandardCharsets.UTF_8));
      }
    }
  }
}
