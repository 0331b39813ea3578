package dev.symbolicator.api.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/**
 * Drops bodies of refused requests up to a limit, then hangs up. A client that is still sending
 * does not read the answer yet, and an early hang-up would lose the answer.
 */
public final class RefusedBodies {
  /** How many bytes of a refused body are dropped. */
  public static final long MAX_DROPPED = 16 << 20;

  private RefusedBodies() {}

  /** Drops the body of a request of which nothing was read yet. */
  public static void drop(HttpServerRequest request) {
    if (!request.isEnded()) {
      prepare(request);
      request.resume();
    }
  }

  /**
   * Has the body dropped that comes once the request is resumed, unless the body gets another
   * handler meanwhile.
   */
  static void prepare(HttpServerRequest request) {
    long[] received = new long[1];
    request.handler(piece -> dropped(request, received[0] += piece.length(), MAX_DROPPED));
  }

  /**
   * Hangs up if too many bytes came. In HTTP/2, other requests share the connection.
   *
   * @param bytes how many bytes of the body came
   * @param most how many may come
   */
  public static void dropped(HttpServerRequest request, long bytes, long most) {
    if (bytes <= most) {
      return;
    }
    if (request.version() == HttpVersion.HTTP_2) {
      boolean unused = request.response().reset();
    } else {
      request.connection().close();
    }
  }
}
