package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.memory.ByteBudget;
import java.io.OutputStream;
import java.util.ArrayDeque;
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
}
