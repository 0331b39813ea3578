package dev.symbolicator.testing;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** A request whose body a test sends, and whose answer is never read. */
public final class SentRequest {
  private final Future<Void> neverWritten = Promise.<Void>promise().future();
  private final HttpServerResponse response;
  private final HttpServerRequest request;
  private @Nullable Handler<Buffer> handler;
  private @Nullable Handler<Void> endHandler;

  /** The response takes no write at all if its queue is full. */
  public SentRequest(boolean isQueueFull) {
    response =
        proxy(
            HttpServerResponse.class,
            (self, method, arguments) -> {
              if (method.getReturnType() == boolean.class) {
                return isQueueFull;
              }
              return method.getReturnType() == Future.class ? neverWritten : fluent(self, method);
            });
    request = proxy(HttpServerRequest.class, this::onRequest);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(SentRequest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static @Nullable Object fluent(Object self, Method method) {
    return method.getReturnType().isInstance(self) ? self : null;
  }

  @SuppressWarnings("unchecked")
  private @Nullable Object onRequest(Object self, Method method, Object @Nullable [] arguments) {
    if (arguments != null && method.getName().equals("handler")) {
      handler = (Handler<Buffer>) arguments[0];
    } else if (arguments != null && method.getName().equals("endHandler")) {
      endHandler = (Handler<Void>) arguments[0];
    }
    return method.getName().equals("response") ? response : fluent(self, method);
  }

  public HttpServerRequest request() {
    return request;
  }

  public void send(byte[] chunk) {
    if (handler != null) {
      handler.handle(Buffer.buffer(chunk));
    }
  }

  public void end() {
    if (endHandler != null) {
      endHandler.handle(null);
    }
  }
}
