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
 * Bounds what clients have the service hold by requests alone, of which nothing is charged to the
 * byte budget yet: each takes a kilobyte or two, a connection of HTTP/2 has many, and so has one of
 * HTTP/1.1 whose client sends the next ones before the first is answered.
 */
@ApplicationScoped
class RequestLimits {
  /** Of probes and metrics, which are to be answered in any case. */
  private static final String OPERATIONS = "/q/";

  /** How many requests of HTTP/1.1 may wait on a connection behind one that is not answered. */
  static final int MAX_PIPELINED = 16;

  private final int maxRequests;
  private final AtomicInteger requests = new AtomicInteger();

  RequestLimits(HttpConfig config) {
    maxRequests = config.maxRequests();
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
                response.reset(0); // else the stream stays open until the client ends its body
              }
            });
  }

  /** At a connection's first request; its next ones pass the guard. */
  private void guard(HttpConnection connection) {
    Connections.addBeforeVertx(
        connection, "pipelining-guard", () -> new PipeliningGuard(MAX_PIPELINED));
  }
}
