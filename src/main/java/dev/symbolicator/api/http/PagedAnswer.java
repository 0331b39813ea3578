package dev.symbolicator.api.http;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.vertx.Connections;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * An answer whose pages are made one by one, on workers, as fast as the client reads. All but the
 * making is on the event loop. Unless the last page was made, the connection is reset, so that the
 * client never takes a part for the whole.
 */
public final class PagedAnswer {
  private static final Logger LOG = Logger.getLogger(PagedAnswer.class);

  /** The bytes that wait for the socket before no further page is made. */
  private static final int QUEUE = 1 << 15;

  private final RoutingContext request;
  private final HttpServerResponse response;
  private final Context context;
  private final Duration idle;
  private final RequestLog log;
  private final @Nullable ChunkEncoder encoder;
  private final Supplier<Page> pages;
  private final ByteBudget.Lease lease;
  private final Runnable whenSent;
  private final IdleWatch watch;

  private volatile long progressAt = System.nanoTime();
  private boolean isBusy;
  private boolean isOver;

  /** A part of the answer before it is encoded. */
  public record Page(Buffer bytes, boolean isLast) {}

  /**
   * Makes an answer. On the event loop, when the head of the response is there.
   *
   * @param idle how long the client may read nothing
   * @param encoder closed with the request by whoever made it; null for none
   * @param lease of the request; held until the socket has taken the last page
   * @param pages makes the next page; called on one thread at a time
   * @param whenSent called on the event loop once the socket has taken the last page
   */
  public PagedAnswer(
      RoutingContext request,
      Vertx vertx,
      Duration idle,
      RequestLog log,
      @Nullable ChunkEncoder encoder,
      ByteBudget.Lease lease,
      Supplier<Page> pages,
      Runnable whenSent) {
    this.request = request;
    this.response = request.response();
    this.context = vertx.getOrCreateContext();
    this.idle = idle;
    this.log = log;
    this.encoder = encoder;
    this.lease = lease;
    this.pages = pages;
    this.whenSent = whenSent;
    watch = IdleWatch.begin(vertx, this::nanosLeft, () -> context.runOnContext(now -> unread()));
  }

  /** Begins to send. Called once, on the event loop. */
  public void begin() {
    request.addEndHandler(ended -> stop());
    response.setChunked(true);
    response.setWriteQueueMaxSize(QUEUE);
    response.drainHandler(drained -> send());
    send();
  }

  private void send() {
    if (isBusy || isOver || response.closed() || response.writeQueueFull()) {
      return;
    }
    isBusy = true;
    CompletableFuture<Void> unused =
        CompletableFuture.supplyAsync(pages, Infrastructure.getDefaultWorkerPool())
            .thenCompose(this::encoded)
            .handle(
                (page, fault) -> {
                  context.runOnContext(now -> write(page, fault));
                  return null;
                });
  }

  private CompletableFuture<Page> encoded(Page page) {
    return encoder == null
        ? CompletableFuture.completedFuture(page)
        : encoder
            .encode(page.bytes(), page.isLast())
            .thenApply(bytes -> new Page(bytes, page.isLast()));
  }

  private void write(@Nullable Page page, @Nullable Throwable fault) {
    isBusy = false;
    if (isOver) {
      return;
    }
    if (page == null) {
      LOG.error("a page of an answer could not be made", fault);
      hangUp();
    } else if (page.isLast()) {
      isOver = true;
      ByteBudget.Hold hold = lease.hold();
      response.end(page.bytes()).onComplete(taken -> ended(taken.succeeded(), hold));
    } else {
      response.write(page.bytes()).onComplete(taken -> progressAt = System.nanoTime());
      send();
    }
  }

  private void ended(boolean isTaken, ByteBudget.@Nullable Hold hold) {
    watch.end();
    if (hold != null) {
      hold.close();
    }
    if (isTaken) {
      whenSent.run();
    }
  }

  private long nanosLeft() {
    return progressAt + idle.toNanos() - System.nanoTime();
  }

  private void unread() {
    log.notRead();
    hangUp();
  }

  private void hangUp() {
    stop();
    Connections.breakOff(request.request());
  }

  private void stop() {
    isOver = true;
    watch.end();
  }
}
