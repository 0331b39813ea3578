package dev.symbolicator.api.http;

import dev.symbolicator.api.http.AnswerBody.AnswerPage;
import dev.symbolicator.api.http.AnswerSender.StreamedAnswer;
import dev.symbolicator.api.http.RequestLimits.UnreadAnswers;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.vertx.Connections;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveResourceInfo;
import org.jboss.resteasy.reactive.server.spi.ServerHttpRequest;
import org.jboss.resteasy.reactive.server.spi.ServerMessageBodyWriter;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

/**
 * Sends answers no faster than clients read, charged until the socket has taken all pages: those
 * that wait lie in direct memory, which is small and not counted. Small answers are sent as a
 * whole, since pieces cost half as much again, up to {@link #MAX_WHOLE_TOGETHER} bytes of all.
 */
@Singleton
public class AnswerSender {
  /** The most bytes of an answer in pieces that wait for the socket. */
  private static final int MAX_WAITING_IN_PIECES = 2 * AnswerPage.SIZE;

  /** The largest answer that the socket gets as a whole, in bytes. */
  static final int MAX_WHOLE = 1 << 18;

  /** The most bytes of all such answers that wait for their sockets. */
  static final int MAX_WHOLE_TOGETHER = 1 << 22;

  private final Vertx vertx;
  private final HttpConfig config;
  private final RequestLog log;

  /** The direct memory of the answers that wait as a whole. */
  private final AtomicLong waitingAsWhole = new AtomicLong();

  AnswerSender(Vertx vertx, HttpConfig config, RequestLog log) {
    this.vertx = vertx;
    this.config = config;
    this.log = log;
  }

  /** Sends a body and ends the response, which has status and headers. Called on the event loop. */
  public void send(RoutingContext context, AnswerBody body) {
    new Sending(context, body).begin();
  }

  /** Returns the direct memory of the answers that wait as a whole, in bytes. */
  long waitingAsWhole() {
    return waitingAsWhole.get();
  }

  private boolean takeWhole(long bytes) {
    if (waitingAsWhole.addAndGet(bytes) <= MAX_WHOLE_TOGETHER) {
      return true;
    }
    waitingAsWhole.addAndGet(-bytes);
    return false;
  }

  private final class Sending {
    private final RoutingContext context;
    private final HttpServerResponse response;
    private final AnswerBody body;
    private final Queue<AnswerPage> pages;
    private long timer;

    /** The bytes that were taken of the direct memory for whole answers. */
    private long whole;

    private boolean isEnded;

    Sending(RoutingContext context, AnswerBody body) {
      this.context = context;
      this.response = context.response();
      this.body = body;
      this.pages = body.pages();
    }

    void begin() {
      if (response.closed()) {
        return;
      }
      UnreadAnswers.areBoundedElsewhere(context);
      timer = vertx.setTimer(config.answerTimeout().toMillis(), late -> hangUp());
      context.addEndHandler(ended -> releaseUnlessEnded());
      response.putHeader(HttpHeaders.CONTENT_LENGTH, Long.toString(body.size()));
      if (body.size() <= MAX_WHOLE && takeWhole(body.size())) {
        whole = body.size();
      }
      response.setWriteQueueMaxSize(whole > 0 ? 2 * MAX_WHOLE : MAX_WAITING_IN_PIECES);
      response.drainHandler(drained -> send());
      send();
    }

    private void send() {
      while (!isEnded && !response.writeQueueFull()) {
        AnswerPage page = pages.poll();
        Buffer bytes = page == null ? Buffer.buffer() : page.moveToSocket();
        if (pages.isEmpty()) {
          end(bytes); // Also without any page: an idle profile has no stacks.
        } else {
          Future<Void> unused = response.write(bytes);
        }
      }
    }

    /** Ends the response, whose request is over before the socket has taken the page. */
    private void end(Buffer page) {
      isEnded = true;
      ByteBudget.Hold hold = body.hold();
      response
          .end(page)
          .onComplete(
              sent -> {
                release();
                if (hold != null) {
                  hold.close();
                }
              });
    }

    /** Leaves timer and memory until the socket has taken the last page. */
    private void releaseUnlessEnded() {
      if (!isEnded) {
        release();
      }
    }

    private void release() {
      vertx.cancelTimer(timer);
      waitingAsWhole.addAndGet(-whole);
      whole = 0;
    }

    private void hangUp() {
      log.notRead();
      Connections.breakOff(context.request());
    }
  }

  /** A streamed answer. The work begins to write, on the event loop, once the head is there. */
  public record StreamedAnswer(ContentCoding coding, Runnable work) {}

  /** Writes entities of one class without a stream. */
  private abstract static class Writer<T> implements ServerMessageBodyWriter<T> {
    private final Class<T> written;

    Writer(Class<T> written) {
      this.written = written;
    }

    @Override
    public final boolean isWriteable(
        Class<?> type, Type genericType, ResteasyReactiveResourceInfo target, MediaType mediaType) {
      return type == written;
    }

    @Override
    public final boolean isWriteable(
        Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
      return type == written;
    }

    @Override
    public final void writeTo(
        T answer,
        Class<?> type,
        Type genericType,
        Annotation[] annotations,
        MediaType mediaType,
        MultivaluedMap<String, Object> headers,
        OutputStream out) {
      throw new UnsupportedOperationException("The answer is written as it comes.");
    }
  }

  @Provider
  public static class BodyWriter extends Writer<AnswerBody> {
    private final AnswerSender sender;

    BodyWriter(AnswerSender sender) {
      super(AnswerBody.class);
      this.sender = sender;
    }

    @Override
    public void writeResponse(AnswerBody body, Type type, ServerRequestContext context) {
      ServerHttpRequest request = ((ResteasyReactiveRequestContext) context).serverRequest();
      sender.send(request.unwrap(RoutingContext.class), body);
    }
  }

  @Provider
  public static class StreamWriter extends Writer<StreamedAnswer> {
    StreamWriter() {
      super(StreamedAnswer.class);
    }

    @Override
    public void writeResponse(StreamedAnswer answer, Type type, ServerRequestContext context) {
      answer.work().run();
    }
  }
}
