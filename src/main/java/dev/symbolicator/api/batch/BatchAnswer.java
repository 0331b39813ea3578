package dev.symbolicator.api.batch;

import dev.symbolicator.api.batch.BatchRunner.BatchLimits;
import dev.symbolicator.api.batch.BatchRunner.BatchMemory;
import dev.symbolicator.api.http.AnswerBody.AnswerPage;
import dev.symbolicator.api.http.ChunkEncoder;
import dev.symbolicator.api.http.IdleWatch;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.vertx.Connections;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Sends answers in the order of lines, as fast as the client reads; the rest stays charged. */
final class BatchAnswer {
  /** Small answers are joined to writes of about this size. */
  private static final int CHUNK = 1 << 15;

  private static final Logger LOG = Logger.getLogger(BatchAnswer.class);

  private final Vertx vertx;
  private final Context context;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final BatchLimits limits;
  private final UnsentLines unsent;
  private final ReadingClock clock;
  private final @Nullable ChunkEncoder encoder;

  private boolean isScheduled;
  private boolean isEncoding;
  private boolean isOver;
  private @Nullable Supplier<Buffer> tail;
  private boolean hasTail;
  private @Nullable IdleWatch watch;

  /** A part of the answer before it is encoded. */
  private record Chunk(Buffer bytes, boolean isLast) {}

  /** Makes an answer, plain without an encoder, whose head was not sent yet. On the event loop. */
  BatchAnswer(
      Vertx vertx,
      HttpServerRequest request,
      BatchLimits limits,
      BatchMemory memory,
      Duration idle,
      @Nullable ChunkEncoder encoder) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.request = request;
    this.response = request.response();
    this.limits = limits;
    this.unsent = new UnsentLines(limits, memory);
    this.clock = new ReadingClock(idle);
    this.encoder = encoder;
    response.setChunked(true);
    response.setWriteQueueMaxSize(2 * CHUNK);
    response.drainHandler(drained -> send());
  }

  /**
   * Waits for a place in the window, and until enough was read; false if the client has left.
   *
   * @throws ProblemException if the client reads nothing for too long; longer while it sends
   */
  synchronized boolean awaitRoom() throws InterruptedException {
    long since = System.nanoTime();
    if (clock.isLateWhileSending()) {
      throw new ProblemException(BatchProblems.unread(limits, clock.whileSending()));
    }
    while (!isOver && !hasRoom()) {
      long left = clock.leftSince(since);
      if (left <= 0) {
        throw new ProblemException(BatchProblems.unread(limits, clock.idle()));
      }
      wait(left / 1_000_000 + 1);
    }
    return !isOver;
  }

  synchronized boolean hasRoom() {
    return unsent.haveRoom();
  }

  synchronized void add(BatchLine line) {
    if (isOver) {
      line.close();
    } else {
      unsent.add(line);
    }
  }

  /** Counts the memory that a line takes while its scripts are waited for. */
  synchronized void inWork(BatchLine line) {
    if (!isOver) {
      unsent.countAgain(line);
    }
  }

  /** Takes the answer of a line, on any thread. */
  synchronized void answered(BatchLine line, Queue<AnswerPage> pages) {
    if (!isOver) {
      line.answer(pages);
      unsent.countAgain(line);
      if (unsent.isFirst(line)) {
        schedule();
      }
    }
  }

  /** Ends the answer after its last lines; a client that still sends has more time to read. */
  synchronized void end(Supplier<Buffer> last, LongSupplier lastReceivedAt) {
    tail = last;
    hasTail = true;
    clock.restart();
    schedule();
    context.runOnContext(now -> watch(lastReceivedAt));
  }

  /** Drops all answers, since the client has left. Does nothing after the end. */
  synchronized void stop() {
    over();
    unsent.drop();
    notifyAll();
  }

  private void over() {
    isOver = true;
    if (watch != null) {
      watch.end();
    }
  }

  private void schedule() {
    if (!isScheduled) {
      isScheduled = true;
      context.runOnContext(now -> send());
    }
  }

  private void send() {
    for (Chunk chunk = nextChunk(); chunk != null; chunk = nextChunk()) {
      if (encoder == null) {
        write(chunk.bytes());
      } else {
        CompletableFuture<Buffer> unused =
            encoder
                .encode(chunk.bytes(), chunk.isLast())
                .whenComplete((encoded, bug) -> context.runOnContext(now -> encoded(encoded, bug)));
      }
    }
  }

  private void write(Buffer bytes) {
    response.write(bytes).onComplete(written -> taken(written.succeeded()));
  }

  private void encoded(@Nullable Buffer encoded, @Nullable Throwable bug) {
    synchronized (this) {
      isEncoding = false;
      if (isOver) {
        return;
      }
    }
    if (encoded == null) {
      LOG.error("an answer of a batch could not be encoded", bug);
      hangUp();
    } else {
      write(encoded);
      send();
    }
  }

  private synchronized @Nullable Chunk nextChunk() {
    isScheduled = false;
    if (isOver || isEncoding || response.writeQueueFull()) {
      return null;
    }
    Buffer chunk = Buffer.buffer();
    Queue<AnswerPage> pages = unsent.pages();
    while (pages != null && chunk.length() < CHUNK) {
      pages.remove().moveTo(chunk);
      pages = unsent.pages();
    }
    boolean isLast = chunk.length() == 0 && unsent.areNone() && tail != null;
    if (isLast && tail != null) {
      chunk.appendBuffer(tail.get());
      tail = null;
    }
    notifyAll();
    isEncoding = encoder != null && (isLast || chunk.length() > 0);
    if (chunk.length() == 0 && !isEncoding) {
      endIfAllIsTaken();
      return null;
    }
    clock.begin();
    return new Chunk(chunk, isLast);
  }

  private synchronized void taken(boolean isTaken) {
    clock.end();
    if (!isTaken) {
      stop();
    }
    endIfAllIsTaken();
    notifyAll();
  }

  private void endIfAllIsTaken() {
    if (!isOver && hasTail && tail == null && !clock.isWriting() && unsent.areNone()) {
      over();
      response.end();
    }
  }

  private synchronized void watch(LongSupplier lastReceivedAt) {
    if (!isOver) {
      watch = IdleWatch.begin(vertx, () -> leftUntilIdle(lastReceivedAt.getAsLong()), this::hangUp);
    }
  }

  private synchronized long leftUntilIdle(long receivedAt) {
    return clock.left(receivedAt);
  }

  /** Ends the connection within the answer. On any thread. */
  void breakOff() {
    context.runOnContext(now -> hangUp());
  }

  private void hangUp() {
    stop();
    Connections.breakOff(request);
  }

  /** Measures how long the client reads nothing, in ns. Guarded by {@link BatchAnswer}. */
  private static final class ReadingClock {
    /** By how much longer a client may take to read while the client still sends. */
    private static final int PATIENCE_WHILE_SENDING = 5;

    private final Duration idle;
    private int writing;
    private long progressAt = System.nanoTime();

    ReadingClock(Duration idle) {
      this.idle = idle;
    }

    Duration idle() {
      return idle;
    }

    /** Returns how long a client that still sends may read nothing. */
    Duration whileSending() {
      return idle.multipliedBy(PATIENCE_WHILE_SENDING);
    }

    void restart() {
      progressAt = System.nanoTime();
    }

    void begin() {
      if (writing == 0) {
        restart();
      }
      writing++;
    }

    /** Says that the client has taken a chunk, or that its writing has failed. */
    void end() {
      writing--;
      restart();
    }

    boolean isWriting() {
      return writing > 0;
    }

    /** Tells whether also a client that still sends has taken too long. */
    boolean isLateWhileSending() {
      return isWriting() && System.nanoTime() - progressAt > whileSending().toNanos();
    }

    /** Returns how long to wait further in a wait that began at a time. */
    long leftSince(long start) {
      return isWriting()
          ? idle.toNanos() + Math.max(start, progressAt) - System.nanoTime()
          : idle.toNanos();
    }

    /** Returns the time that is left to read, by when the client last sent something. */
    long left(long receivedAt) {
      if (!isWriting()) {
        return idle.toNanos();
      }
      long now = System.nanoTime();
      long silence = Math.min(now - progressAt, now - receivedAt);
      return Math.min(idle.toNanos() - silence, whileSending().toNanos() - (now - progressAt));
    }
  }

  /** The unsent lines in order, and their memory. Guarded by {@link BatchAnswer}. */
  private static final class UnsentLines {
    private final BatchLimits limits;
    private final BatchMemory memory;
    private final Deque<BatchLine> lines = new ArrayDeque<>();
    private long held;

    UnsentLines(BatchLimits limits, BatchMemory memory) {
      this.limits = limits;
      this.memory = memory;
    }

    boolean haveRoom() {
      BatchLine head = lines.peek();
      if (head == null) {
        return true;
      }
      boolean isWindowFull = head.answer() == null && lines.size() >= limits.window();
      boolean isShareFull = held >= limits.assuredBytes() && memory.isFull();
      return !isWindowFull && !isShareFull && held < limits.unreadBytes();
    }

    void add(BatchLine line) {
      lines.add(line);
      countAgain(line);
    }

    void countAgain(BatchLine line) {
      count(line.countAgain());
    }

    private void count(long bytes) {
      held += bytes;
      memory.count(bytes);
    }

    boolean areNone() {
      return lines.isEmpty();
    }

    boolean isFirst(BatchLine line) {
      return lines.peek() == line;
    }

    /** Returns the first line's pages, null if none is ready; forgets lines that were sent. */
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

    void drop() {
      lines.forEach(line -> count(-line.close()));
      lines.clear();
    }
  }

  /** A line from its arrival until its answer is sent. Guarded by {@link BatchAnswer}. */
  static final class BatchLine {
    /** The objects of a line, besides its bytes and those of its answer. */
    static final int OVERHEAD_BYTES = 512;

    static final byte[] NONE = {};

    final long number;
    final ByteBudget.Lease lease;
    private byte[] bytes;
    final int size;
    final @Nullable Problem problem;
    private @Nullable Queue<AnswerPage> answer;
    private long counted;

    /** Makes a line; numbers are 1-based with empty lines. A problem is that of reading it. */
    BatchLine(long number, ByteBudget.Lease lease, byte[] bytes, @Nullable Problem problem) {
      this.number = number;
      this.lease = lease;
      this.bytes = bytes;
      this.size = bytes.length;
      this.problem = problem;
    }

    /** Returns and forgets the bytes, once: with an answer, they are charged no longer. */
    byte[] takeBytes() {
      byte[] taken = bytes;
      bytes = NONE;
      return taken;
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
}
