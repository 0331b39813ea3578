package dev.symbolicator.api.batch;

import dev.symbolicator.api.http.AnswerPage;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.memory.ByteBudget;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A line of a batch from its arrival until its answer is sent. {@link BatchAnswer} guards the
 * mutable fields.
 */
final class BatchLine {
  /** The objects of a line, besides its bytes and those of its answer. */
  static final int OVERHEAD_BYTES = 512;

  /** The bytes of a line that is not there. */
  static final byte[] NONE = {};

  private final long number;
  private final ByteBudget.Lease lease;
  private byte[] bytes;
  private final int size;
  private final @Nullable Problem problem;
  private @Nullable Queue<AnswerPage> answer;
  private long counted;

  /**
   * Makes a line without an answer.
   *
   * @param number 1-based, empty lines included
   * @param lease charged with the line, and with everything made from the line
   * @param problem of a line that could not be read; null if there is none
   */
  BatchLine(long number, ByteBudget.Lease lease, byte[] bytes, @Nullable Problem problem) {
    this.number = number;
    this.lease = lease;
    this.bytes = bytes;
    this.size = bytes.length;
    this.problem = problem;
  }

  long number() {
    return number;
  }

  ByteBudget.Lease lease() {
    return lease;
  }

  /**
   * Returns the bytes and forgets them, since the lease is no longer charged with them when the
   * answer is made. Called once, by the thread that has read the line.
   */
  byte[] takeBytes() {
    byte[] taken = bytes;
    bytes = NONE;
    return taken;
  }

  /** Returns the number of bytes of the line. */
  int size() {
    return size;
  }

  @Nullable Problem problem() {
    return problem;
  }

  /** Returns the unsent pages of the answer; null while the line is in work. */
  @Nullable Queue<AnswerPage> answer() {
    return answer;
  }

  void answer(Queue<AnswerPage> pages) {
    answer = pages;
  }

  /** Returns by how many bytes the lease has changed since the last call. */
  long countAgain() {
    long before = counted;
    counted = lease.held();
    return counted - before;
  }

  /** Returns how many bytes were counted, and gives up the memory. */
  long close() {
    lease.close();
    return counted;
  }
}
