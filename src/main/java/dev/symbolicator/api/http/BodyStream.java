package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.memory.BulkInputStream;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A request's body for one other thread. While that is behind, the client is not read, so few
 * pieces wait. Reading throws {@link ProblemException} for a client that is late, hangs up or sends
 * too much.
 */
public final class BodyStream extends BulkInputStream {
  /** How many bytes of a refused body are dropped. */
  public static final long MAX_DROPPED = 16 << 20;

  /** The bytes that wait for the reading thread when the client is no longer read. */
  private static final int MAX_WAITING = 1 << 18;

  /** Smaller pieces are joined: each takes 200 bytes of heap besides its counted content. */
  private static final int SMALL_PIECE = 1024;

  private final HttpServerRequest request;
  private final Context context;
  private final Rules rules;

  private final Deque<Buffer> pieces = new ArrayDeque<>();
  private @Nullable Buffer joined;
  private int waiting;
  private int at;
  private long received;
  private long dropped;
  private boolean hasEnded;
  private boolean isPaused;
  private boolean isClosed;
  private long progressAt = System.nanoTime();
  private long lastReceivedAt = progressAt;
  private long sinceProgress;
  private @Nullable ProblemException failure;
  private @Nullable IdleWatch watch;

  /**
   * Limits, and the problems of passing them.
   *
   * @param maxSize of the body as it is sent
   * @param idle the time in which a client has to send {@code progressBytes}
   * @param maxDropped of a refused body after the refusal
   */
  public record Rules(
      long maxSize,
      Problem tooLarge,
      Duration idle,
      int progressBytes,
      Problem tooSlow,
      long maxDropped) {}

  private BodyStream(HttpServerRequest request, Context context, Rules rules) {
    this.request = request;
    this.context = context;
    this.rules = rules;
  }

  /** Begins to receive a body, on the event loop. Throws if it is announced to be too large. */
  public static BodyStream begin(Vertx vertx, HttpServerRequest request, Rules rules) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && Long.parseLong(length) > rules.maxSize()) {
      throw new ProblemException(rules.tooLarge());
    }
    BodyStream body = continued(vertx, request, rules, 0);
    ask(request);
    return body;
  }

  /** Has a client send its body, also one that awaits a 100 first (RFC 9110, section 10.1.1). */
  static void ask(HttpServerRequest request) {
    if ("100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
      request.response().writeContinue();
    }
    request.resume();
  }

  /**
   * Hangs up, in HTTP/2 resets the stream, if too much of a refused body came. Up to then it is
   * dropped: a client that is sending reads no answer yet, and would lose it.
   */
  static void dropped(HttpServerRequest request, long bytes, long most) {
    if (bytes <= most) {
      return;
    }
    if (request.version() == HttpVersion.HTTP_2) {
      boolean unused = request.response().reset();
    } else {
      request.connection().close();
    }
  }

  /** Receives the rest of a body, on the event loop. The bytes before count for the limit too. */
  public static BodyStream continued(
      Vertx vertx, HttpServerRequest request, Rules rules, long before) {
    BodyStream body = new BodyStream(request, vertx.getOrCreateContext(), rules);
    body.received = before;
    request.handler(body::receive);
    request.endHandler(end -> body.end());
    request.exceptionHandler(broken -> body.fail(BodyReader.cutOff()));
    body.watch(vertx);
    return body;
  }

  private synchronized void receive(Buffer piece) {
    lastReceivedAt = System.nanoTime();
    received += piece.length();
    sinceProgress += piece.length();
    if (sinceProgress >= rules.progressBytes()) {
      progress();
    }
    if (isClosed || failure != null) {
      dropped += piece.length();
      dropped(request, dropped, rules.maxDropped());
    } else if (received > rules.maxSize()) {
      fail(rules.tooLarge());
    } else if (piece.length() > 0) {
      add(piece);
      waiting += piece.length();
      if (waiting >= MAX_WAITING) {
        isPaused = true;
        request.pause();
      }
      notifyAll();
    }
  }

  private void add(Buffer piece) {
    Buffer small = joined;
    if (piece.length() >= SMALL_PIECE) {
      pieces.add(piece);
    } else if (small != null && small == pieces.peekLast() && small.length() < SMALL_PIECE) {
      Buffer unused = small.appendBuffer(piece);
    } else {
      joined = Buffer.buffer().appendBuffer(piece);
      pieces.add(joined);
    }
  }

  /** Returns in how many buffers the bytes wait for the reading thread. */
  synchronized int pieces() {
    return pieces.size();
  }

  /** Returns how many bytes wait for the reading thread. */
  public synchronized int waiting() {
    return waiting;
  }

  /** Returns {@link System#nanoTime} when the client last sent something. */
  public synchronized long lastReceivedAt() {
    return lastReceivedAt;
  }

  private synchronized void end() {
    hasEnded = true;
    endWatch();
    notifyAll();
  }

  private synchronized void fail(Problem problem) {
    if (failure == null && !hasEnded) {
      failure = new ProblemException(problem);
      pieces.clear();
      endWatch();
      notifyAll();
    }
  }

  private void progress() {
    progressAt = System.nanoTime();
    sinceProgress = 0;
  }

  private synchronized void watch(Vertx vertx) {
    watch = IdleWatch.begin(vertx, this::leftUntilIdle, () -> fail(rules.tooSlow()));
  }

  private void endWatch() {
    if (watch != null) {
      watch.end();
    }
  }

  private synchronized long leftUntilIdle() {
    long idle = rules.idle().toNanos();
    return isPaused ? idle : progressAt + idle - System.nanoTime();
  }

  /** Returns 1 until the end: for 0, the JDK's reader of gzip would ignore further members. */
  @Override
  public synchronized int available() {
    return hasEnded && pieces.isEmpty() ? 0 : 1;
  }

  @Override
  public synchronized int read(byte[] bytes, int offset, int length) throws InterruptedIOException {
    awaitPiece();
    if (failure != null) {
      throw failure;
    }
    Buffer piece = pieces.peek();
    if (piece == null || length == 0) {
      return piece == null ? -1 : 0;
    }
    int count = Math.min(length, piece.length() - at);
    piece.getBytes(at, at + count, bytes, offset);
    at += count;
    if (at == piece.length()) {
      pieces.remove();
      waiting -= at;
      at = 0;
    }
    if (isPaused && waiting <= MAX_WAITING / 2) {
      resume();
    }
    return count;
  }

  private synchronized void awaitPiece() throws InterruptedIOException {
    try {
      while (pieces.isEmpty() && !hasEnded && failure == null) {
        wait();
      }
    } catch (InterruptedException shutdown) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("The service is shutting down.");
    }
  }

  private void resume() {
    isPaused = false;
    progress();
    context.runOnContext(now -> request.resume());
  }

  /** Drops the rest of the body. */
  @Override
  public synchronized void close() {
    isClosed = true;
    endWatch();
    pieces.clear();
    waiting = 0;
    if (isPaused) {
      resume();
    }
  }
}
