package dev.symbolicator.api.batch;

import dev.symbolicator.api.http.AnswerPage;
import dev.symbolicator.api.http.IdleWatch;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.vertx.Connections;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The answers of a batch, sent in the order of their lines as soon as they are ready. Pages go to
 * the socket only as fast as the client reads; the others stay charged to the leases of their
 * lines.
 */
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
  private final @Nullable BatchEncoder encoder;

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
      BatchRoom room,
      Duration idle,
      @Nullable BatchEncoder encoder) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.request = request;
    this.response = request.response();
    this.limits = limits;
    this.unsent = new UnsentLines(limits, room);
    this.clock = new ReadingClock(idle);
    this.encoder = encoder;
    response.setChunked(true);
    response.setWriteQueueMaxSize(2 * CHUNK);
    response.drainHandler(drained -> send());
  }

  /**
   * Waits until the next line may be read: until the window has a place, and the client has read
   * enough of the answers.
   *
   * @return false if the client has left
   * @throws ProblemException if the client reads nothing for too long; while the client sends, it
   *     has more time
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

  /** Tells whether the next line may be read. */
  synchronized boolean hasRoom() {
    return unsent.haveRoom();
  }

  /** Gives the line its place in the order. */
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

  /**
   * Ends the answer when all lines are sent.
   *
   * @param last makes the last lines of the answer, when the others are complete
   * @param lastReceivedAt returns {@link System#nanoTime} when the client last sent something; a
   *     client that still sends has more time to read
   */
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

  /** Hangs up when the client does not read for too long. */
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
}
