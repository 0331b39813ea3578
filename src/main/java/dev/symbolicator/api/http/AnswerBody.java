package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.memory.ByteBudget;
import io.vertx.core.buffer.Buffer;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The body of an answer, in pages: it is never needed in one piece, and no more of it is copied
 * into direct memory than what the socket is about to take. Each page is charged to the lease
 * before it is allocated.
 */
public final class AnswerBody extends OutputStream {
  /** The size of a page in bytes. */
  static final int PAGE = 1 << 14;

  private final ByteBudget.Lease lease;
  private final Queue<Buffer> pages = new ArrayDeque<>();
  private Buffer last = Buffer.buffer();
  private int left;
  private long size;

  public AnswerBody(ByteBudget.Lease lease) {
    this.lease = lease;
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
    int written = 0;
    while (written < length) {
      if (left == 0) {
        addPage();
      }
      int now = Math.min(length - written, left);
      last.appendBytes(bytes, offset + written, now);
      left -= now;
      written += now;
    }
    size += length;
  }

  private void addPage() {
    if (!lease.grow(PAGE)) {
      throw new ProblemException(Problems.noRoom(lease));
    }
    last = Buffer.buffer(PAGE);
    left = PAGE;
    pages.add(last);
  }

  /** Bytes that were written. */
  long size() {
    return size;
  }

  /** Bytes that its pages take. */
  public long memory() {
    return (long) PAGE * pages.size();
  }

  /** What was written, in its order; whoever sends a page takes it out. */
  Queue<Buffer> pages() {
    return pages;
  }
}
