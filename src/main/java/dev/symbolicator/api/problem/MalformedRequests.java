package dev.symbolicator.api.problem;

import io.vertx.core.json.Json;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Answers requests that fail in the router, such as a request without a Host. Quarkus would answer
 * with its own error page and log each request as a fault. Requests with a malformed target never
 * come here: Quarkus refuses them before any router, with an empty 400.
 */
@ApplicationScoped
class MalformedRequests {
  /** Behind the limits of requests, which apply to these too. */
  private static final int BEFORE_EVERYTHING = Integer.MIN_VALUE + 1;

  void install(@Observes Router router) {
    router.route().order(BEFORE_EVERYTHING).failureHandler(MalformedRequests::answer);
  }

  private static void answer(RoutingContext context) {
    int status = context.statusCode();
    if (status < 400 || status >= 500 || context.response().headWritten()) {
      context.next();
      return;
    }
    Problem problem =
        Problem.of(
            Problem.ProblemKind.BAD_REQUEST,
            "The request cannot be routed. Check that it has a valid Host header.");
    context
        .response()
        .setStatusCode(problem.status())
        .putHeader("Content-Type", Problem.MEDIA_TYPE)
        .end(Json.encode(problem));
  }
}
