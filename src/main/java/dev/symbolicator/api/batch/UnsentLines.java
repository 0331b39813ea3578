package dev.symbolicator.api.batch;

import dev.symbolicator.api.http.AnswerPage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a batch whose answers are not wholly sent, in order. Counts the memory that they
 * hold. {@link BatchAnswer} guards the lines.
 */
final class UnsentLines {
  private final BatchLimits limits;
  private final BatchRoom room;
  private final Deque<BatchLine> lines = new ArrayDeque<>();
  private long held;

  UnsentLines(BatchLimits limits, BatchRoom room) {
    this.limits = limits;
    this.room = room;
  }

  /** Tells whether the next line may be read. */
  boolean haveRoom() {
    BatchLine head = lines.peek();
    if (head == null) {
      return true;
    }
    boolean isWindowFull = head.answer() == null && lines.size() >= limits.window();
    boolean isShareFull = held >= limits.assuredBytes() && room.used().get() >= room.share();
    return !isWindowFull && !isShareFull && held < limits.unreadBytes();
  }

  /** Gives the line its place in the order. */
  void add(BatchLine line) {
    lines.add(line);
    countAgain(line);
  }

  /** Counts the memory that a line takes now. */
  void countAgain(BatchLine line) {
    count(line.countAgain());
  }

  private void count(long bytes) {
    held += bytes;
    room.used().addAndGet(bytes);
  }

  boolean areNone() {
    return lines.isEmpty();
  }

  boolean isFirst(BatchLine line) {
    return lines.peek() == line;
  }

  /**
   * Returns the pages of the first line, at least one, and forgets the lines whose pages were
   * taken.
   *
   * @return null if no page is ready
   */
  @Nullable Queue<AnswerPage> pages() {
    BatchLine head = lines.peek();
    while (head != null) {
      Queue<AnswerPage> pages = head.answer();
      if (pages == null || !pages.isEmpty()) {
        return pages;
      }
      lines.remove();
      count(-head.close());
      head = lines.peek();
    }
    return null;
  }

  /** Drops all lines, and gives up their memory. */
  void drop() {
    lines.forEach(line -> count(-line.close()));
    lines.clear();
  }
}
