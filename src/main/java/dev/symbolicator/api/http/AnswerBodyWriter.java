package dev.symbolicator.api.http;

import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.vertx.Connections;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Queue;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveResourceInfo;
import org.jboss.resteasy.reactive.server.spi.ServerHttpRequest;
import org.jboss.resteasy.reactive.server.spi.ServerMessageBodyWriter;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

/**
 * Sends answers no faster than their clients read. Pages that wait for the socket lie in direct
 * memory, which is small and not counted. An answer stays charged until the socket has taken all
 * pages. The last page ends the response in one write.
 */
@Provider
public class AnswerBodyWriter implements ServerMessageBodyWriter<AnswerBody> {
  private static final int MAX_WAITING_FOR_SOCKET = 2 * AnswerPage.SIZE;

  private final Vertx vertx;
  private final HttpConfig config;
  private final RequestLog log;

  AnswerBodyWriter(Vertx vertx, HttpConfig config, RequestLog log) {
    this.vertx = vertx;
    this.config = config;
    this.log = log;
  }

  @Override
  public void writeResponse(AnswerBody body, Type type, ServerRequestContext context) {
    ServerHttpRequest request = ((ResteasyReactiveRequestContext) context).serverRequest();
    new Sending(request.unwrap(RoutingContext.class), body).begin();
  }

  private final class Sending {
    private final RoutingContext context;
    private final HttpServerResponse response;
    private final AnswerBody body;
    private final Queue<AnswerPage> pages;
    private long timer;
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
      timer = vertx.setTimer(config.answerTimeout().toMillis(), late -> hangUp());
      context.addEndHandler(ended -> cancelTimerUnlessEnded());
      response.putHeader(HttpHeaders.CONTENT_LENGTH, Long.toString(body.size()));
      response.setWriteQueueMaxSize(MAX_WAITING_FOR_SOCKET);
      response.drainHandler(drained -> send());
      send();
    }

    private void send() {
      while (!pages.isEmpty() && !response.writeQueueFull()) {
        Buffer page = pages.remove().moveToSocket();
        if (pages.isEmpty()) {
          end(page);
        } else {
          Future<Void> unused = response.write(page);
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
                vertx.cancelTimer(timer);
                if (hold != null) {
                  hold.close();
                }
              });
    }

    /** Leaves the timer until the socket has taken the last page. */
    private void cancelTimerUnlessEnded() {
      if (!isEnded) {
        vertx.cancelTimer(timer);
      }
    }

    private void hangUp() {
      log.notRead();
      Connections.breakOff(context.request());
    }
  }

  @Override
  public boolean isWriteable(
      Class<?> type, Type genericType, ResteasyReactiveResourceInfo target, MediaType mediaType) {
    return type == AnswerBody.class;
  }

  @Override
  public boolean isWriteable(
      Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
    return type == AnswerBody.class;
  }

  @Override
  public void writeTo(
      AnswerBody body,
      Class<?> type,
      Type genericType,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, Object> headers,
      OutputStream out)
      throws IOException {
    Buffer whole = Buffer.buffer();
    body.pages().forEach(page -> page.moveTo(whole));
    out.write(whole.getBytes());
  }
}
