package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.vertx.Connections;
import io.vertx.core.buffer.Buffer;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer, in pages. Only pages that the socket is about to take are copied into
 * direct memory. Each page is charged to the lease before its allocation.
 */
public final class AnswerBody extends OutputStream {
  private static final int PAGE = AnswerPage.SIZE;
  private static final int SMALLEST_PAGE = 512;

  private final ByteBudget.Lease lease;
  private final Queue<AnswerPage> pages = new ArrayDeque<>();
  private AnswerPage last = AnswerPage.empty(0);
  private int nextPage;
  private long memory;
  private long size;

  public AnswerBody(ByteBudget.Lease lease) {
    this(lease, PAGE);
  }

  /**
   * Makes an empty body.
   *
   * @param likelySize a guess at the size, so that a small body takes no whole page
   */
  public AnswerBody(ByteBudget.Lease lease, long likelySize) {
    this.lease = lease;
    this.nextPage = (int) Math.max(SMALLEST_PAGE, Math.min(PAGE, likelySize));
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /**
   * @throws ProblemException if the budget does not allow the answer
   */
  @Override
  public void write(byte[] bytes, int offset, int length) {
    int written = last.append(bytes, offset, length);
    while (written < length) {
      addPage();
      written += last.append(bytes, offset + written, length - written);
    }
    size += length;
  }

  private void addPage() {
    if (!lease.grow(nextPage)) {
      throw new ProblemException(Problems.noRoom(lease));
    }
    last = AnswerPage.empty(nextPage);
    memory += nextPage;
    nextPage = PAGE;
    pages.add(last);
  }

  /** Returns the number of bytes that were written. */
  long size() {
    return size;
  }

  /** Returns the number of bytes that the pages take. */
  public long memory() {
    return memory;
  }

  /** Keeps the pages charged; null if the request's lease is closed already. */
  ByteBudget.@Nullable Hold hold() {
    return lease.hold();
  }

  /** Returns the unsent pages in order. The sender removes each page. */
  public Queue<AnswerPage> pages() {
    return pages;
  }

  /**
   * A piece of an answer. Whoever moves the bytes on gives the page's memory to the answers to
   * come: memory that was written lately is in the processor's caches, and needs no collection. The
   * memory of a page that is dropped is left to the collector. One thread at a time may use a page.
   */
  public static final class AnswerPage {
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
     * Moves the bytes into a buffer of {@link Connections#socketBuffer}. The page is empty
     * afterwards.
     *
     * @return a buffer to send once; the socket frees its memory
     */
    Buffer moveToSocket() {
      Buffer copy = Connections.socketBuffer(bytes, size);
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
}
