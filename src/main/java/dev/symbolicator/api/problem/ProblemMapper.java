package dev.symbolicator.api.problem;

import dev.symbolicator.threads.Futures;
import io.vertx.core.json.Json;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Answers every failure with a problem, but malformed targets, which Quarkus refuses. */
@ApplicationScoped
class ProblemMapper {
  private static final Logger LOG = Logger.getLogger(ProblemMapper.class);
  private static final int STACK_FRAMES_LOGGED = 25;

  /** Sentry's clients read the member {@code detail} of plain JSON only. */
  private static final String SENTRY = "/api/0/";

  /** After the limits of requests, which apply to requests that fail in the router too. */
  private static final int BEFORE_EVERYTHING = Integer.MIN_VALUE + 1;

  private final AllowedMethods allowed;

  ProblemMapper(AllowedMethods allowed) {
    this.allowed = allowed;
  }

  void install(@Observes Router router) {
    router.route().order(BEFORE_EVERYTHING).failureHandler(ProblemMapper::answerUnrouted);
  }

  /** Quarkus would answer with its own error page, and log each request as a fault. */
  private static void answerUnrouted(RoutingContext context) {
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

  @ServerExceptionMapper
  Response ofProblem(ProblemException exception, UriInfo uri) {
    return response(exception.problem(), uri).build();
  }

  @ServerExceptionMapper
  Response ofHttp(WebApplicationException exception, UriInfo uri) {
    int status = exception.getResponse().getStatus();
    if (status < 400) {
      return exception.getResponse();
    }
    Response.ResponseBuilder response = response(ofStatus(status), uri);
    return status == 405
        ? response.header(HttpHeaders.ALLOW, allowed.of(uri.getPath())).build()
        : response.build();
  }

  @ServerExceptionMapper
  Response ofFault(Throwable fault, UriInfo uri) {
    if (Futures.cause(fault) instanceof ProblemException known) {
      return ofProblem(known, uri);
    }
    // An exception's message may quote a profile, so the log has only its type and stack trace.
    LOG.errorf("a request failed with %s\n%s", fault.getClass().getName(), placesOf(fault));
    return response(ofStatus(500), uri).build();
  }

  private static Response.ResponseBuilder response(Problem problem, UriInfo uri) {
    String type =
        uri.getPath().startsWith(SENTRY) ? MediaType.APPLICATION_JSON : Problem.MEDIA_TYPE;
    return problem.response().type(type).entity(problem);
  }

  private static Problem ofStatus(int status) {
    Problem.ProblemKind kind = Problem.ProblemKind.ofStatus(status);
    return Problem.of(
        kind,
        switch (kind) {
          case NOT_FOUND ->
              "Nothing is at this path. Send profiles with POST /symbolicate;"
                  + " GET /q/openapi describes the service.";
          case METHOD_NOT_ALLOWED ->
              "This path does not answer that method. Use one of those in the header Allow.";
          case INTERNAL ->
              "This is a bug in the service; its log says where. Please report the bug.";
          default ->
              "The HTTP server refused the request. See GET /q/openapi for what it understands.";
        });
  }

  private static String placesOf(Throwable fault) {
    return Arrays.stream(fault.getStackTrace())
        .limit(STACK_FRAMES_LOGGED)
        .map(place -> "\tat " + place)
        .collect(Collectors.joining("\n"));
  }
}
