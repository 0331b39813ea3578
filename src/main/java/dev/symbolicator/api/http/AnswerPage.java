package dev.symbolicator.api.http;

import dev.symbolicator.vertx.SocketBuffer;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A piece of an answer. Whoever moves the bytes on gives the page's memory to the answers to come:
 * memory that was written lately is in the processor's caches, and needs no collection. The memory
 * of a page that is dropped is left to the collector. One thread at a time may use a page.
 */
public final class AnswerPage {
  /** The size of the pages of large answers, in bytes. Only these are used again. */
  static final int SIZE = 1 << 14;

  private static final Free FREE = new Free();
  private static final byte[] NONE = {};

  private byte[] bytes;
  private int size;

  private AnswerPage(byte[] bytes, int size) {
    this.bytes = bytes;
    this.size = size;
  }

  /** Makes a page without content, for a number of bytes. */
  static AnswerPage empty(int capacity) {
    return new AnswerPage(capacity == SIZE ? FREE.take() : new byte[capacity], 0);
  }

  /** Makes a page of bytes that are not used elsewhere. */
  public static AnswerPage of(byte[] bytes) {
    return new AnswerPage(bytes, bytes.length);
  }

  /** Appends as many bytes as there is room for, and returns their number. */
  int append(byte[] from, int offset, int length) {
    int now = Math.min(length, bytes.length - size);
    System.arraycopy(from, offset, bytes, size, now);
    size += now;
    return now;
  }

  /** Moves the bytes behind those of a buffer. The page is empty afterwards. */
  public void moveTo(Buffer buffer) {
    buffer.appendBytes(bytes, 0, size);
    release();
  }

  /**
   * Moves the bytes into a {@link SocketBuffer}. The page is empty afterwards.
   *
   * @return a buffer to send once; the socket frees its memory
   */
  Buffer moveToSocket() {
    Buffer copy = SocketBuffer.copyOf(bytes, size);
    release();
    return copy;
  }

  private void release() {
    byte[] free = bytes;
    bytes = NONE;
    size = 0;
    FREE.give(free);
  }

  /** The memory of pages that were sent. Thread-safe. */
  static final class Free {
    /** The most pages that are kept: one megabyte. */
    static final int MOST = 64;

    private final Deque<byte[]> pages = new ArrayDeque<>(MOST);

    synchronized byte[] take() {
      byte[] page = pages.poll();
      return page == null ? new byte[SIZE] : page;
    }

    synchronized void give(byte[] page) {
      if (page.length == SIZE && pages.size() < MOST) {
        pages.push(page);
      }
    }
  }
}
