package dev.symbolicator.api.http;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problems;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
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

  private static final String TRACKED = RequestLimits.class.getName();

  private final UnreadAnswers answers;
  private final int maxRequests;
  private final AtomicInteger requests = new AtomicInteger();

  RequestLimits(HttpConfig config, UnreadAnswers answers) {
    maxRequests = config.maxRequests();
    this.answers = answers;
  }

  void install(@Observes Router router) {
    router
        .route()
        .order(Integer.MIN_VALUE)
        .handler(this::admit)
        .failureHandler(
            context -> {
              track(context);
              context.next();
            });
  }

  private void admit(RoutingContext context) {
    track(context);
    if (context.request().headers().getAll(HttpHeaders.HOST).size() > 1) { // in HTTP/2
      answer(
          context,
          Problem.of(
              Problem.ProblemKind.BAD_REQUEST, "The request has more than one header Host."));
    } else if (context.request().path().startsWith(OPERATIONS)) {
      context.next();
    } else if (requests.incrementAndGet() > maxRequests) {
      requests.decrementAndGet();
      answer(context, Problems.tooManyRequests());
    } else {
      context.addEndHandler(end -> requests.decrementAndGet());
      context.next();
    }
  }

  /** Tells a request's connection that it is under way until the socket has taken the answer. */
  private void track(RoutingContext context) {
    OpenConnection connection = OpenConnection.of(context.request().connection());
    if (connection == null || context.get(TRACKED) != null) {
      return;
    }
    context.put(TRACKED, TRACKED);
    connection.begins();
    HttpServerRequest request = context.request();
    if (!request.isEnded()) {
      RefusedBodies.prepare(request);
    }
    context.addEndHandler(
        end -> {
          if (end.succeeded()) {
            if (!request.isEnded()) {
              request.resume(); // Nobody may have read the body, and its bytes would stay.
            }
            answers.ended(context, connection, connection::ends);
          } else {
            connection.ends();
          }
        });
  }

  private static void answer(RoutingContext context, Problem problem) {
    HttpServerResponse response =
        context
            .response()
            .setStatusCode(problem.status())
            .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE);
    if (problem.status() == 503) {
      response.putHeader("Retry-After", String.valueOf(problem.retryAfter()));
    }
    response
        .end(Json.encode(problem))
        .onComplete(
            sent -> {
              if (context.request().version() == HttpVersion.HTTP_2) {
                response.reset(0); // the stream would stay open until the client ends its body
              }
            });
  }
}
