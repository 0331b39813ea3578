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

/** An answer's body in pages, charged before allocation. Few are in direct memory. */
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

  /** Makes an empty body by a guess at its size, so that a small one takes no whole page. */
  public AnswerBody(ByteBudget.Lease lease, long likelySize) {
    this.lease = lease;
    this.nextPage = (int) Math.max(SMALLEST_PAGE, Math.min(PAGE, likelySize));
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /** Throws a {@link ProblemException} if the budget does not allow the answer. */
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

  /** A piece of an answer, for one thread at a time. Sent ones are used again: they are cached. */
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

    /** Moves the bytes into a {@link Connections#socketBuffer}, to be sent once. */
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
