package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.vertx.Connections;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.Json;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds the requests under way. Each takes a kilobyte or two before the byte budget charges
 * anything. One connection can hold many, by the streams of HTTP/2 or by pipelining in HTTP/1.1.
 */
@ApplicationScoped
class RequestLimits {
  /** The path of probes and metrics, which are answered at any load. */
  static final String OPERATIONS = "/q/";

  /** The most requests of HTTP/1.1 that may wait on a connection behind an unanswered one. */
  static final int MAX_PIPELINED = 16;

  private final int maxRequests;
  private final Draining draining;
  private final AtomicInteger requests = new AtomicInteger();

  RequestLimits(HttpConfig config, Draining draining) {
    maxRequests = config.maxRequests();
    this.draining = draining;
  }

  void install(@Observes Router router) {
    router.route().order(Integer.MIN_VALUE).handler(this::admit);
  }

  private void admit(RoutingContext context) {
    if (context.request().version() != HttpVersion.HTTP_2) {
      guard(context.request().connection());
    }
    if (context.request().path().startsWith(OPERATIONS)) {
      context.next();
    } else if (requests.incrementAndGet() > maxRequests) {
      requests.decrementAndGet();
      refuse(context);
    } else {
      context.addEndHandler(end -> requests.decrementAndGet());
      context.next();
    }
  }

  private static void refuse(RoutingContext context) {
    Problem problem = Problems.tooManyRequests();
    HttpServerResponse response = context.response();
    response
        .setStatusCode(problem.status())
        .putHeader("Content-Type", Problem.MEDIA_TYPE)
        .putHeader("Retry-After", String.valueOf(problem.retryAfter()))
        .end(Json.encode(problem))
        .onComplete(
            sent -> {
              if (context.request().version() == HttpVersion.HTTP_2) {
                response.reset(0); // the stream would stay open until the client ends its body
              }
            });
  }

  /** Adds the guard at a connection's first request; later calls change nothing. */
  private void guard(HttpConnection connection) {
    Connections.addBeforeVertx(
        connection, "pipelining-guard", () -> new PipeliningGuard(MAX_PIPELINED, draining));
  }
}
