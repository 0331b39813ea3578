package dev.symbolicator.profile.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.symbolicator.profile.BodyBytes;
import dev.symbolicator.profile.ProfileLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class IntegerCursorTest {
  private static final List<String> SEPARATORS =
      List.of(",", ",", ",", ",", "\n,", ",\n", " ,", ", ", "\r\n,\t ");

  /** Returns an array of integers of up to 18 digits, most of them short. */
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
  void integersAreReadFastAndSlowAlike(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    long[] values = new long[random.nextInt(3000)];
    BodyBytes body = BodyBytes.of(array(values, random).getBytes(StandardCharsets.US_ASCII));
    int window = random.nextBoolean() ? 8 : 40 + random.nextInt(3000);
    BodyScanner json = new BodyScanner(new Window(body, window), ProfileLimits.DEFAULT);
    json.enterArray();
    int block = 1 + random.nextInt(100);
    long[] read = new long[block];
    int at = 0;
    int count;
    do {
      count = json.integers(read, block, "");
      for (int i = 0; i < count; i++) {
        assertEquals(values[at++], read[i]);
      }
    } while (count == block);
    assertEquals(values.length, at);
    json.end();
    json = new BodyScanner(new Window(body, window), ProfileLimits.DEFAULT);
    json.skip();
    json.end();
  }

  @Property(tries = 200)
  void cursorFindsEachIntegerAndItsPlace(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    long[] values = new long[1 + random.nextInt(9000)];
    String text = array(values, random);
    IntegerCursor cursor =
        new IntegerCursor(BodyBytes.of(text.getBytes(StandardCharsets.US_ASCII)));
    cursor.seek(1, true);
    for (int at = random.nextInt(40); at < values.length; ) {
      cursor.skip(at);
      assertEquals(values[at], cursor.next());
      assertEquals(
          Long.toString(values[at]), text.substring((int) cursor.start(), (int) cursor.end()));
      int step = random.nextInt(random.nextInt(9) == 0 ? 2000 : 20);
      long end = cursor.end();
      cursor.seek(end, false);
      cursor.skip(0);
      if (at + 1 + step >= values.length) {
        break;
      }
      cursor.skip(step);
      assertEquals(values[at + 1 + step], cursor.next());
      cursor.seek(1, true);
      at += 1 + step;
    }
  }
}
