package dev.symbolicator.api;

import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Caller.Right;
import dev.symbolicator.api.batch.BatchRunner;
import dev.symbolicator.api.batch.BatchSum.SumOptions;
import dev.symbolicator.api.http.Accept;
import dev.symbolicator.api.http.AnswerSender.StreamedAnswer;
import dev.symbolicator.api.http.BodyReader;
import dev.symbolicator.api.http.CallerGuard;
import dev.symbolicator.api.http.ProfileHead;
import dev.symbolicator.api.http.RequestBody;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.http.Workers;
import dev.symbolicator.api.large.LargeRunner;
import dev.symbolicator.api.large.LargeUpload;
import dev.symbolicator.api.problem.Problems;
import dev.symbolicator.config.RowsConfig;
import dev.symbolicator.content.ContentCoding;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator;
import dev.symbolicator.symbolication.Symbolicator.Job;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code POST /symbolicate}: takes a profile, and returns it with its original functions. */
@Path("/symbolicate")
public class SymbolicateResource {
  /** The header that counts what was added up. */
  private static final String AGGREGATION = "Aggregation";

  private final CallerGuard guard;
  private final BodyReader bodies;
  private final Workers workers;
  private final Symbolicator symbolicator;
  private final RequestLog log;
  private final BatchRunner batches;
  private final LargeRunner largeBodies;
  private final List<String> dimensions;

  SymbolicateResource(
      CallerGuard guard,
      BodyReader bodies,
      Workers workers,
      Symbolicator symbolicator,
      RequestLog log,
      BatchRunner batches,
      LargeRunner largeBodies,
      RowsConfig rows) {
    this.guard = guard;
    this.bodies = bodies;
    this.workers = workers;
    this.symbolicator = symbolicator;
    this.log = log;
    this.batches = batches;
    this.largeBodies = largeBodies;
    dimensions = rows.dimensions().names();
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
    LargeUpload large = largeBodies.expect(request, () -> Parameters.options(request, dimensions));
    return bodies
        .receive(request, large)
        .thenCompose(
            received -> {
              if (received.isEmpty()) {
                return largeBodies.run(large, context, caller);
              }
              RequestBody body = received.get();
              body.closeWith(context);
              return answer(request, caller, body);
            });
  }

  /**
   * Answers on a worker thread; a small profile with known scripts on the event loop, where it is a
   * tenth faster.
   */
  private CompletionStage<Response> answer(
      HttpServerRequest request, Caller caller, RequestBody body) {
    long start = System.nanoTime();
    RequestContext limits = workers.limits(body, caller.scope());
    SymbolicationOptions options = Parameters.options(request, dimensions);
    Job small =
        isSmall(request, body, options) ? symbolicator.read(body.bytes(), options, limits) : null;
    return workers.run(
        body,
        limits,
        small != null && symbolicator.isQuick(small),
        () -> {
          byte[] profile = body.bytes();
          return symbolicator
              .symbolicate(small == null ? symbolicator.read(profile, options, limits) : small)
              .thenApply(
                  result -> {
                    Symbolicated symbolicated =
                        Problems.symbolicatedOrProblem(result, body.lease());
                    ProfileResponse response =
                        ProfileResponse.of(
                            symbolicated, profile.length, request.headers(), body.lease());
                    body.forgetBytes();
                    log.symbolicated(caller, symbolicated, profile.length, start);
                    return response.build();
                  });
        });
  }

  private static boolean isSmall(
      HttpServerRequest request, RequestBody body, SymbolicationOptions options) {
    return body.isSmallObject()
        && ProfileResponse.isPlain(request.headers(), body.bytes().length)
        && Symbolicator.readsQuickly(body.bytes(), options);
  }

  private CompletionStage<Response> batch(RoutingContext context, Caller caller) {
    HttpServerRequest request = context.request();
    SumOptions sum = Parameters.ofSum(request.params(), dimensions);
    if (sum != null) {
      return sum(context, caller, sum);
    }
    Accept.require(request.getHeader(HttpHeaders.ACCEPT), BatchRunner.MEDIA_TYPE);
    StreamedAnswer entity =
        batches.admit(
            context,
            caller,
            Parameters.ofBatch(request.params(), dimensions),
            Parameters.ofBatchAnswer(request.params()));
    Response.ResponseBuilder response = Response.ok(entity, BatchRunner.MEDIA_TYPE);
    ProfileHead.writeCoding(entity.coding(), response::header);
    return CompletableFuture.completedFuture(
        response
            .header("X-Accel-Buffering", "no") // nginx would answer when the batch has ended
            .build());
  }

  /** Answers when all lines were added; writes on the thread that added them. */
  private CompletionStage<Response> sum(RoutingContext context, Caller caller, SumOptions options) {
    HttpServerRequest request = context.request();
    ContentCoding unused = ProfileHead.coding(request.headers(), options.mediaType(), false);
    MultiMap headers = request.headers();
    return batches
        .sum(context, caller, Parameters.ofSummedLines(request.params(), dimensions), options)
        .thenApply(
            summed ->
                ProfileResponse.of(summed.result(), Integer.MAX_VALUE, headers, summed.lease())
                    .head()
                    .header(AGGREGATION, summed.aggregation())
                    .build());
  }
}
