package dev.symbolicator.ingest;

import dev.symbolicator.access.Caller;
import dev.symbolicator.api.http.BodyReader;
import dev.symbolicator.api.http.CallerGuard;
import dev.symbolicator.api.http.RequestBody;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.http.Workers;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /profiles}: takes a self-profile from a page, as it is or beside other members in an
 * object, and answers 202 once it is kept. The declared content type does not matter, so that a
 * page can send it as {@code text/plain}, without a question before.
 */
@Path("/profiles")
public class ProfilesResource {
  private static final String PREFLIGHT_SECONDS = "86400";

  private final Door door;
  private final CallerGuard guard;
  private final BodyReader bodies;
  private final Workers workers;
  private final RequestLog log;

  ProfilesResource(
      Door door, CallerGuard guard, BodyReader bodies, Workers workers, RequestLog log) {
    this.door = door;
    this.guard = guard;
    this.bodies = bodies;
    this.workers = workers;
    this.log = log;
  }

  /** Answers what a browser asks before it sends a body of another type, or another header. */
  @OPTIONS
  @NonBlocking
  public Response preflight(RoutingContext context) {
    door.requireOpen();
    return door.isListed(context.request())
        ? allowed(context)
            .header("Access-Control-Allow-Methods", "POST")
            .header("Access-Control-Allow-Headers", "content-type, content-encoding")
            .header("Access-Control-Max-Age", PREFLIGHT_SECONDS)
            .build()
        : Response.status(Response.Status.FORBIDDEN).build();
  }

  private static Response.ResponseBuilder allowed(RoutingContext context) {
    return Response.noContent()
        .header("Access-Control-Allow-Origin", context.request().getHeader(HttpHeaders.ORIGIN))
        .header("Vary", "Origin");
  }

  /** Takes the profile in the body. */
  @POST
  public Uni<Response> take(RoutingContext context) {
    door.requireOpen();
    HttpServerRequest request = context.request();
    if (door.isListed(request)) { // problems are for the page to read, too
      MultiMap headers = context.response().headers();
      headers.set("Access-Control-Allow-Origin", request.getHeader(HttpHeaders.ORIGIN));
      headers.set("Vary", "Origin");
    }
    return guard.admit(
        request,
        () -> {
          door.admit(request);
          return guard.requireCollector(token(request));
        },
        caller ->
            bodies
                .receive(request, door.maxBodySize())
                .thenCompose(
                    body -> {
                      body.closeWith(context);
                      return keep(body, caller);
                    }));
  }

  /** Returns the token of the URL; null if there is none, or more than one. */
  private static @Nullable String token(HttpServerRequest request) {
    List<String> tokens = request.params().getAll("token");
    return tokens.size() == 1 ? tokens.get(0) : null;
  }

  private CompletionStage<Response> keep(RequestBody body, Caller caller) {
    long start = System.nanoTime();
    return workers
        .run(
            body,
            caller.scope(),
            limits -> {
              byte[] profile = body.bytes();
              return door.keep(profile, limits, body.lease()).thenApply(kept -> profile.length);
            })
        .thenApply(
            bytes -> {
              log.collected(caller, bytes, start);
              return Response.accepted().header("Cache-Control", "no-store").build();
            });
  }
}
