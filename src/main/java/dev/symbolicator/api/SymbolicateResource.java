package dev.symbolicator.api;

import dev.symbolicator.content.ByteBudget;
import dev.symbolicator.symbolication.SymbolicationOptions;
import dev.symbolicator.symbolication.SymbolicationResult;
import dev.symbolicator.symbolication.SymbolicationResult.Incomplete;
import dev.symbolicator.symbolication.SymbolicationResult.Rejected;
import dev.symbolicator.symbolication.SymbolicationResult.Symbolicated;
import dev.symbolicator.symbolication.Symbolicator;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.headers.Header;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestQuery;
import org.jspecify.annotations.Nullable;

/** {@code POST /symbolicate}: a profile in, the same profile with its original functions out. */
@Path("/symbolicate")
public class SymbolicateResource {
  private final BodyReader bodies;
  private final Workers workers;
  private final Symbolicator symbolicator;
  private final RequestLog log;

  SymbolicateResource(
      BodyReader bodies, Workers workers, Symbolicator symbolicator, RequestLog log) {
    this.bodies = bodies;
    this.workers = workers;
    this.symbolicator = symbolicator;
    this.log = log;
  }

  /** Symbolicates the profile in the body, whatever content type the request declares. */
  @POST
  @Operation(summary = "Symbolicates a profile", description = OpenApiText.DESCRIPTION)
  @RequestBody(
      required = true,
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(type = SchemaType.OBJECT),
              examples = @ExampleObject(name = "trace", value = OpenApiText.TRACE)))
  @APIResponse(
      responseCode = "200",
      description = "The same profile, symbolicated",
      headers = {
        @Header(
            name = "Symbolication",
            description =
                "mapped=312, total=340, pending=0: frames that were mapped, frames that have a"
                    + " script, scripts that were still on their way",
            schema = @Schema(type = SchemaType.STRING)),
        @Header(
            name = "Server-Timing",
            description = "read, resolve and write, in milliseconds",
            schema = @Schema(type = SchemaType.STRING))
      },
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              examples = @ExampleObject(name = "trace", value = OpenApiText.SYMBOLICATED)))
  @APIResponse(
      responseCode = "400",
      description = "Not JSON in UTF-8",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class)))
  @APIResponse(
      responseCode = "413",
      description = "A limit is passed",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class)))
  @APIResponse(
      responseCode = "415",
      description = "Unknown content coding",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class)))
  @APIResponse(
      responseCode = "422",
      description = "JSON, but no profile",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class),
              examples = @ExampleObject(name = "problem", value = OpenApiText.PROBLEM)))
  @APIResponse(
      responseCode = "503",
      description = "Overload, or incomplete=reject; Retry-After says when to try again",
      content =
          @Content(
              mediaType = Problem.MEDIA_TYPE,
              schema = @Schema(implementation = Problem.class)))
  public Uni<Response> symbolicate(
      RoutingContext context,
      @Parameter(
              description = "Style of function names",
              schema = @Schema(enumeration = "v8", defaultValue = "v8"))
          @RestQuery
          @Nullable String names,
      @Parameter(
              description = "Whether to add a report as the top-level member symbolication",
              schema = @Schema(type = SchemaType.BOOLEAN, defaultValue = "false"))
          @RestQuery
          @Nullable String report,
      @Parameter(
              description = "What to do if scripts are still on their way at the deadline",
              schema =
                  @Schema(
                      enumeration = {"accept", "reject"},
                      defaultValue = "accept"))
          @RestQuery
          @Nullable String incomplete) {
    return Uni.createFrom()
        .completionStage(
            () ->
                bodies
                    .receive(context.request())
                    .thenCompose(
                        body -> {
                          context.addEndHandler(ended -> body.close());
                          return workers.run(
                              body,
                              () ->
                                  answer(
                                      body,
                                      Parameters.options(names, report, incomplete),
                                      context.request().getHeader(HttpHeaders.ACCEPT_ENCODING)));
                        }))
        .onFailure()
        .invoke(log::failed);
  }

  private CompletionStage<Response> answer(
      ProfileBody body, SymbolicationOptions options, @Nullable String acceptEncoding) {
    long start = System.nanoTime();
    byte[] profile = body.bytes();
    return symbolicator
        .symbolicate(profile, options, body.lease()::grow)
        .thenApply(
            result -> {
              Symbolicated symbolicated = orProblem(result, body.lease());
              Response response =
                  ProfileResponse.of(symbolicated, profile.length, acceptEncoding, body.lease());
              log.symbolicated(symbolicated, profile.length, start);
              return response;
            });
  }

  private static Symbolicated orProblem(SymbolicationResult result, ByteBudget.Lease lease) {
    if (result instanceof Rejected rejected) {
      throw new ProblemException(Problems.of(rejected, lease));
    }
    if (result instanceof Incomplete incomplete) {
      throw new ProblemException(Problems.incomplete(incomplete.report()));
    }
    return (Symbolicated) result;
  }
}
