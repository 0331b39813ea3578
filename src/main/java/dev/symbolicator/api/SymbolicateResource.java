package dev.symbolicator.api;

import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Right;
import dev.symbolicator.api.batch.BatchRunner;
import dev.symbolicator.api.http.Accept;
import dev.symbolicator.api.http.BodyReader;
import dev.symbolicator.api.http.CallerGuard;
import dev.symbolicator.api.http.ProfileHead;
import dev.symbolicator.api.http.RefusedBodies;
import dev.symbolicator.api.http.RequestBody;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.http.StreamedAnswer;
import dev.symbolicator.api.http.Workers;
import dev.symbolicator.api.large.LargeRunner;
import dev.symbolicator.api.large.LargeUpload;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.symbolication.RequestContext;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Answers {@code POST /symbolicate}: takes a profile, and returns the profile with its original
 * functions.
 */
@Path(SmallProfiles.PATH)
public class SymbolicateResource {
  private final CallerGuard guard;
  private final BodyReader bodies;
  private final Workers workers;
  private final Symbolicator symbolicator;
  private final RequestLog log;
  private final BatchRunner batches;
  private final LargeRunner largeBodies;
  private final SmallProfiles smallProfiles;

  SymbolicateResource(
      CallerGuard guard,
      BodyReader bodies,
      Workers workers,
      Symbolicator symbolicator,
      RequestLog log,
      BatchRunner batches,
      LargeRunner largeBodies,
      SmallProfiles smallProfiles) {
    this.guard = guard;
    this.bodies = bodies;
    this.workers = workers;
    this.symbolicator = symbolicator;
    this.log = log;
    this.batches = batches;
    this.largeBodies = largeBodies;
    this.smallProfiles = smallProfiles;
  }

  /** Symbolicates the profile in the body. The declared content type does not matter. */
  @POST
  public Uni<Response> symbolicate(RoutingContext context) {
    HttpServerRequest request = context.request();
    return guard.admit(
        request,
        Right.READ,
        caller ->
            BatchRunner.isBatch(request.getHeader(HttpHeaders.CONTENT_TYPE))
                ? batch(context, caller)
                : single(context, caller));
  }

  private CompletionStage<Response> single(RoutingContext context, Caller caller) {
    HttpServerRequest request = context.request();
    CompletionStage<RequestBody> before = SmallProfiles.received(context);
    if (before != null) {
      return before.thenCompose(body -> answer(request, caller, body));
    }
    LargeUpload large = largeBodies.expect(request, () -> Parameters.options(request));
    return bodies
        .receive(request, large)
        .thenCompose(
            received -> {
              if (received.isEmpty()) {
                return largeBodies.run(large, context, caller);
              }
              RequestBody body = received.get();
              body.closeWith(context);
              ProfileResponse now = smallProfiles.answerNow(request, caller, body);
              return now == null
                  ? answer(request, caller, body)
                  : CompletableFuture.completedFuture(now.build());
            });
  }

  private CompletionStage<Response> answer(
      HttpServerRequest request, Caller caller, RequestBody body) {
    return workers.run(body, caller.scope(), limits -> answer(request, caller, body, limits));
  }

  private CompletionStage<Response> batch(RoutingContext context, Caller caller) {
    HttpServerRequest request = context.request();
    StreamedAnswer entity;
    try {
      Accept.require(request.getHeader(HttpHeaders.ACCEPT), BatchRunner.MEDIA_TYPE);
      entity =
          batches.admit(
              context,
              caller,
              Parameters.ofBatch(request.params()),
              Parameters.totals(request.params()));
    } catch (ProblemException refused) {
      RefusedBodies.drop(request);
      throw refused;
    }
    Response.ResponseBuilder response = Response.ok(entity, BatchRunner.MEDIA_TYPE);
    ProfileHead.writeCoding(entity.coding(), response::header);
    return CompletableFuture.completedFuture(
        response
            .header("X-Accel-Buffering", "no") // nginx would answer when the batch has ended
            .build());
  }

  private CompletionStage<Response> answer(
      HttpServerRequest request, Caller caller, RequestBody body, RequestContext limits) {
    long start = System.nanoTime();
    SymbolicationOptions options = Parameters.options(request);
    byte[] profile = body.bytes();
    return symbolicator
        .symbolicate(profile, options, limits)
        .thenApply(
            result -> {
              Symbolicated symbolicated = Problems.symbolicatedOrProblem(result, body.lease());
              ProfileResponse response =
                  ProfileResponse.of(symbolicated, profile.length, request.headers(), body.lease());
              body.forgetBytes();
              log.symbolicated(caller, symbolicated, profile.length, start);
              return response.build();
            });
  }
}
