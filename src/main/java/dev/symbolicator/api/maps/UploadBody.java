package dev.symbolicator.api.maps;

import dev.symbolicator.api.http.ExpectedContinue;
import dev.symbolicator.api.http.RefusedBodies;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.upload.UploadLimits;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The body of an upload as a stream, for one thread other than the event loop. While that thread is
 * behind, the client is not read, so at most a few pieces wait in memory.
 *
 * <p>The time limit is for a client that sends too little, not for the whole body. Reading throws
 * {@link ProblemException} if the client is late, hangs up or sends too much.
 */
public final class UploadBody extends InputStream {
  /** The bytes that wait for the reading thread when the client is no longer read. */
  private static final int MAX_WAITING = 1 << 18;

  private final Vertx vertx;
  private final HttpServerRequest request;
  private final Context context;
  private final long maxSize;
  private final Problem tooLarge;
  private final UploadLimits limits;

  private final Deque<Buffer> pieces = new ArrayDeque<>();
  private int waiting;
  private int at;
  private long received;
  private boolean hasEnded;
  private boolean isPaused;
  private boolean isClosed;
  private long progressAt = System.nanoTime();
  private long sinceProgress;
  private @Nullable ProblemException failure;

  private UploadBody(
      Vertx vertx,
      HttpServerRequest request,
      Context context,
      long maxSize,
      Problem tooLarge,
      UploadLimits limits) {
    this.vertx = vertx;
    this.request = request;
    this.context = context;
    this.maxSize = maxSize;
    this.tooLarge = tooLarge;
    this.limits = limits;
  }

  /**
   * Begins to receive the body of a request of which nothing was read yet. Called on the request's
   * event loop.
   *
   * @param maxSize the most bytes of the body as it is sent
   * @param tooLarge answers a larger body
   * @param limits tell how fast the client has to send
   * @throws ProblemException if the body is announced to be too large
   */
  public static UploadBody begin(
      Vertx vertx, HttpServerRequest request, long maxSize, Problem tooLarge, UploadLimits limits) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && Long.parseLong(length) > maxSize) {
      throw new ProblemException(tooLarge);
    }
    UploadBody body =
        new UploadBody(vertx, request, vertx.getOrCreateContext(), maxSize, tooLarge, limits);
    request.handler(body::receive);
    request.endHandler(end -> body.end());
    request.exceptionHandler(broken -> body.fail(UploadProblems.cutOff()));
    body.watch(limits.idle().toMillis());
    if (ExpectedContinue.isIn(request)) {
      request.response().writeContinue();
    }
    request.resume();
    return body;
  }

  private synchronized void receive(Buffer piece) {
    received += piece.length();
    sinceProgress += piece.length();
    if (sinceProgress >= limits.progressBytes()) {
      progress();
    }
    if (isClosed || failure != null) {
      RefusedBodies.dropped(request, received);
    } else if (received > maxSize) {
      fail(tooLarge);
    } else if (piece.length() > 0) {
      pieces.add(piece);
      waiting += piece.length();
      if (waiting >= MAX_WAITING) {
        isPaused = true;
        request.pause();
      }
      notifyAll();
    }
  }

  /** Returns how many bytes wait for the reading thread. */
  synchronized int waiting() {
    return waiting;
  }

  private synchronized void end() {
    hasEnded = true;
    notifyAll();
  }

  private synchronized void fail(Problem problem) {
    if (failure == null && !hasEnded) {
      failure = new ProblemException(problem);
      pieces.clear();
      notifyAll();
    }
  }

  private void progress() {
    progressAt = System.nanoTime();
    sinceProgress = 0;
  }

  private void watch(long millis) {
    vertx.setTimer(
        Math.max(1, millis),
        fired -> {
          long left = leftUntilIdle();
          if (left > 0) {
            watch(left / 1_000_000 + 1);
          }
        });
  }

  /** Returns the nanoseconds until the client counts as idle; 0 if nothing is awaited anymore. */
  private synchronized long leftUntilIdle() {
    if (hasEnded || isClosed || failure != null) {
      return 0;
    }
    long idle = limits.idle().toNanos();
    long left = isPaused ? idle : progressAt + idle - System.nanoTime();
    if (left <= 0) {
      fail(UploadProblems.idle(limits));
    }
    return left;
  }

  /**
   * Returns 1 unless the body has ended. The JDK's reader of gzip takes 0 for the end of the body,
   * and would ignore further members.
   */
  @Override
  public synchronized int available() {
    return hasEnded && pieces.isEmpty() ? 0 : 1;
  }

  @Override
  public int read() throws InterruptedIOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
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
    pieces.clear();
    waiting = 0;
    if (isPaused) {
      resume();
    }
  }
}
