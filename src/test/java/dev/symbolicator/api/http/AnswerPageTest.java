package dev.symbolicator.api.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.api.http.AnswerBody.AnswerPage;
import io.netty.buffer.ByteBuf;
import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AnswerPageTest {
  private static byte[] filled(int size, int value) {
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static AnswerPage page(int value) {
    AnswerPage page = AnswerPage.empty(AnswerPage.SIZE);
    assertEquals(
        AnswerPage.SIZE, page.append(filled(2 * AnswerPage.SIZE, value), 1, AnswerPage.SIZE + 1));
    return page;
  }

  private static Buffer moved(AnswerPage page) {
    Buffer all = Buffer.buffer();
    page.moveTo(all);
    return all;
  }

  @SuppressWarnings("deprecation") // Vert.x itself calls this.
  private static byte[] taken(Buffer sent) {
    ByteBuf direct = sent.getByteBuf();
    byte[] bytes = new byte[direct.readableBytes()];
    direct.readBytes(bytes);
    assertTrue(direct.release(), "somebody else holds the memory");
    return bytes;
  }

  @Test
  void pageTakesWhatItHasRoomFor() {
    AnswerPage page = AnswerPage.empty(3);
    assertEquals(2, page.append(new byte[] {9, 1, 2, 9}, 1, 2));
    assertEquals(1, page.append(new byte[] {3, 9}, 0, 2));
    assertEquals(0, page.append(new byte[] {9}, 0, 1));
    assertArrayEquals(new byte[] {1, 2, 3}, moved(page).getBytes());
  }

  @Test
  void movedPageGivesItsMemoryToOneOtherPage() {
    AnswerPage sent = page(1);
    Buffer first = sent.moveToSocket();
    AnswerPage next = page(2);
    assertEquals(0, moved(sent).length());
    AnswerPage afterNext = page(3);
    assertArrayEquals(filled(AnswerPage.SIZE, 2), moved(next).getBytes());
    assertArrayEquals(filled(AnswerPage.SIZE, 3), moved(afterNext).getBytes());
    assertArrayEquals(filled(AnswerPage.SIZE, 1), taken(first));
  }

  /** A page that is not full shows nothing of the answer before. */
  @Test
  void pageHoldsOnlyWhatItTook() {
    moved(page(1));
    AnswerPage next = AnswerPage.empty(AnswerPage.SIZE);
    assertEquals(1, next.append(new byte[] {2}, 0, 1));
    assertArrayEquals(new byte[] {2}, taken(next.moveToSocket()));
  }

  @Test
  void keptMemoryIsLimited() {
    AnswerPage.Free free = new AnswerPage.Free();
    byte[] first = new byte[AnswerPage.SIZE];
    free.give(first);
    for (int i = 1; i < AnswerPage.Free.MOST; i++) {
      free.give(new byte[AnswerPage.SIZE]);
    }
    byte[] tooMany = new byte[AnswerPage.SIZE];
    free.give(tooMany);
    for (int i = 1; i < AnswerPage.Free.MOST; i++) {
      assertNotSame(tooMany, free.take());
    }
    assertSame(first, free.take());
    assertNotSame(tooMany, free.take());
  }

  @Test
  void pagesOfOtherSizesAreNotKept() {
    AnswerPage.Free free = new AnswerPage.Free();
    byte[] small = new byte[AnswerPage.SIZE - 1];
    free.give(small);
    assertEquals(AnswerPage.SIZE, free.take().length);
  }
}
