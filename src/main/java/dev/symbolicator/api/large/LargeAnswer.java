package dev.symbolicator.api.large;

import dev.symbolicator.api.large.LargeRunner.LargeLimits;
import dev.symbolicator.api.large.LargeWork.LargeProgress;
import dev.symbolicator.vertx.Connections;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * A body written by one thread, which waits while the client does not read. Unless {@link #end}
 * ends it, the connection is reset, so the client never takes a part for the whole.
 */
final class LargeAnswer extends OutputStream {
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Context context;
  private final LargeLimits limits;
  private final Duration idle;
  private final LargeProgress progress;

  private Buffer page;
  private int unsent;
  private long progressAt = System.nanoTime();
  private boolean isOver;

  /** Makes an answer; the context is the event loop's. */
  LargeAnswer(
      HttpServerRequest request,
      Context context,
      LargeLimits limits,
      Duration idle,
      LargeProgress progress) {
    this.request = request;
    this.response = request.response();
    this.context = context;
    this.limits = limits;
    this.idle = idle;
    this.progress = progress;
    page = newPage();
  }

  /** Begins the answer. Called on the event loop, when the head of the response is there. */
  void begin() {
    response.setChunked(true);
  }

  static long memory(LargeLimits limits) {
    return (limits.unsentPages() + 1L) * limits.pageBytes();
  }

  private Buffer newPage() {
    return Buffer.buffer(limits.pageBytes());
  }

  @Override
  public void write(int single) throws IOException {
    write(new byte[] {(byte) single}, 0, 1);
  }

  /** Throws if the client has left, or reads nothing for too long. */
  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int written = 0;
    while (written < length) {
      int now = Math.min(length - written, limits.pageBytes() - page.length());
      page.appendBytes(bytes, offset + written, now);
      written += now;
      if (page.length() == limits.pageBytes()) {
        send();
      }
    }
    progress.add(LargeProgress.LargePhase.WRITING, length);
  }

  private void send() throws IOException {
    Buffer full = page;
    page = newPage();
    awaitAtMost(limits.unsentPages() - 1);
    synchronized (this) {
      unsent++;
    }
    context.runOnContext(
        now -> response.write(full).onComplete(written -> taken(written.succeeded())));
  }

  private synchronized void taken(boolean isTaken) {
    unsent--;
    progressAt = System.nanoTime();
    isOver |= !isTaken;
    notifyAll();
  }

  private synchronized void awaitAtMost(int pages) throws IOException {
    long since = System.nanoTime();
    while (!isOver && unsent > pages) {
      long left = Math.max(since, progressAt) + idle.toNanos() - System.nanoTime();
      if (left <= 0) {
        isOver = true; // an encoder that is closed writes again
        throw new UnreadException();
      }
      try {
        wait(left / 1_000_000 + 1);
      } catch (InterruptedException shutdown) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("The service is shutting down.");
      }
    }
    if (isOver) {
      throw new IOException("the client has left");
    }
  }

  /** Says that a client read nothing for too long. */
  static final class UnreadException extends IOException {
    private static final long serialVersionUID = 1;
  }

  /** Ends the body with a trailer; throws if the client has not taken all. */
  void end(String trailer, String value) throws IOException {
    if (page.length() > 0) {
      send();
    }
    awaitAtMost(0);
    stop();
    context.runOnContext(
        now -> {
          if (!response.ended() && !response.closed()) {
            response.putTrailer(trailer, value).end();
          }
        });
  }

  /** Ends the writing, since the client has left. Does nothing after the end. */
  synchronized void stop() {
    isOver = true;
    notifyAll();
  }

  void hangUp() {
    stop();
    context.runOnContext(now -> Connections.breakOff(request));
  }
}
