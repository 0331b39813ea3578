package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.symbolicator.api.http.AnswerBody.AnswerPage;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.memory.ByteBudget;
import io.vertx.core.buffer.Buffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnswerBodyTest {
  private final ByteBudget.Lease lease = new ByteBudget(1 << 20).open();
  private final Random random = new Random(16);

  private static byte[] bytes(AnswerBody body) {
    Buffer all = Buffer.buffer();
    body.pages().forEach(page -> page.moveTo(all));
    return all.getBytes();
  }

  private byte[] random(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void pagesHoldTheBytesThatWereWritten() {
    for (int size : new int[] {0, 1, 511, 512, 513, AnswerPage.SIZE, 3 * AnswerPage.SIZE + 1}) {
      byte[] expected = random(size);
      AnswerBody body = new AnswerBody(lease, random.nextInt(2 * AnswerPage.SIZE));
      int written = 0;
      while (written < size) {
        int length = Math.min(size - written, random.nextInt(size + 1));
        body.write(expected, written, length);
        written += length;
      }
      assertArrayEquals(expected, bytes(body));
      assertEquals(size, body.size());
    }
  }

  @Test
  void smallBodyTakesWhatIsLikely() {
    AnswerBody body = new AnswerBody(lease, 3_000L);
    body.write(random(3_000), 0, 3_000);
    assertEquals(3_000, body.memory());
    assertEquals(3_000, lease.held());
    body.write(1);
    assertEquals(3_000 + AnswerPage.SIZE, lease.held());
  }

  @Test
  void likelySizeOfALargeBodyTakesOnePage() {
    AnswerBody body = new AnswerBody(lease, 1L << 40);
    body.write(1);
    assertEquals(AnswerPage.SIZE, lease.held());
  }

  @Test
  void bodyEndsWhereTheBudgetEnds() {
    AnswerBody body = new AnswerBody(new ByteBudget(2 * AnswerPage.SIZE).open());
    body.write(new byte[2 * AnswerPage.SIZE], 0, 2 * AnswerPage.SIZE);
    assertThrows(ProblemException.class, () -> body.write(1));
  }
}
