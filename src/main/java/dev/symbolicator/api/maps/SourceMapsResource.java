package dev.symbolicator.api.maps;

import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Right;
import dev.symbolicator.api.http.CallerGuard;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.MapEntry;
import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.maps.Uploader;
import dev.symbolicator.maps.objects.SpooledBlob;
import dev.symbolicator.maps.upload.FileRole;
import dev.symbolicator.maps.upload.ScriptBase;
import dev.symbolicator.maps.upload.SourceMapUploads;
import dev.symbolicator.maps.upload.Upload;
import dev.symbolicator.maps.upload.UploadLimits;
import dev.symbolicator.maps.upload.UploadOptions;
import dev.symbolicator.maps.upload.UploadReport;
import dev.symbolicator.maps.upload.UploadedFile;
import dev.symbolicator.memory.ByteBudget;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code /source-maps}: takes source maps, lists and deletes them. Hands out no map and no
 * source text.
 */
@Path("/source-maps")
public class SourceMapsResource {
  private static final int LISTED = UploadLimits.DEFAULT.listed();

  private final CallerGuard guard;
  private final MapLibrary library;
  private final SourceMapUploads uploads;
  private final UploadRunner runner;
  private final UploadAnswers answers;
  private final ByteBudget budget;
  private final RequestLog log;

  SourceMapsResource(
      CallerGuard guard,
      MapLibrary library,
      SourceMapUploads uploads,
      UploadRunner runner,
      UploadAnswers answers,
      ByteBudget budget,
      RequestLog log) {
    this.guard = guard;
    this.library = library;
    this.uploads = uploads;
    this.runner = runner;
    this.answers = answers;
    this.budget = budget;
    this.log = log;
  }

  /** Makes the report of an upload out of a request. */
  private interface Reporting {
    UploadReport report(Upload upload, InputStream body, UploadOptions options) throws IOException;
  }

  /** Takes one map, plain or gzip. */
  @PUT
  public Uni<Response> put(RoutingContext context) {
    return taken(
        context,
        List.of("script", "release", "dist", "debugId", "dryRun"),
        parameters -> {
          String script = parameters.script();
          String debugId = parameters.debugId();
          return (upload, body, options) -> {
            SpooledBlob map = upload.content("The map", body);
            return upload.add(
                List.of(new UploadedFile("the body", script, FileRole.MAP, debugId, null, map)),
                options);
          };
        });
  }

  /** Takes an archive of a build folder. */
  @POST
  public Uni<Response> post(RoutingContext context) {
    return taken(
        context,
        List.of("base", "release", "dist", "dryRun", "strict"),
        parameters -> {
          ScriptBase base = parameters.base();
          return (upload, body, options) -> {
            var archive = upload.files().file(body, uploads.maxSize());
            return upload.add(upload.buildFolder(archive, base), options);
          };
        });
  }

  private Uni<Response> taken(
      RoutingContext context, List<String> known, Function<UploadParameters, Reporting> reading) {
    long start = System.nanoTime();
    HttpServerRequest request = context.request();
    return Uni.createFrom()
        .completionStage(
            () -> {
              Caller caller;
              Reporting reporting;
              UploadOptions options;
              try {
                caller = caller(request);
                UploadParameters parameters = new UploadParameters(request.params(), known);
                reporting = reading.apply(parameters);
                options = parameters.options();
              } catch (ProblemException refused) {
                RefusedBodies.drop(request);
                throw refused;
              }
              ByteBudget.Lease lease = leaseOf(context);
              return runner.run(
                  request,
                  uploader(caller),
                  (upload, body) ->
                      answers.of(
                          caller, reporting.report(upload, body, options), options, lease, start));
            })
        .onFailure()
        .invoke(log::failed);
  }

  /** Returns a lease for the answer, which stays charged until the client has read the answer. */
  private ByteBudget.Lease leaseOf(RoutingContext context) {
    ByteBudget.Lease lease = budget.open();
    context.addEndHandler(ended -> lease.close());
    if (context.response().closed()) {
      lease.close();
    }
    return lease;
  }

  /** Lists the entries of the caller's scope, the newest first. */
  @GET
  @Produces(MediaType.APPLICATION_JSON)
  public ListedMaps list(RoutingContext context) {
    return logged(
        () -> {
          Uploader uploader = uploader(caller(context.request()));
          UploadParameters parameters =
              new UploadParameters(context.request().params(), List.of("release", "after"));
          String after = parameters.text("after");
          List<MapEntry> entries = library.list(uploader.scope(), parameters.text("release"));
          ListedMaps page = ListedMaps.page(entries, after, LISTED);
          if (page == null) {
            throw new ProblemException(
                Problem.of(
                    ProblemKind.BAD_PARAMETER,
                    "No entry has the ID in the query parameter after. Begin the list anew."));
          }
          return page;
        });
  }

  /** Deletes entries of the caller's scope. */
  @DELETE
  public Response delete(RoutingContext context) {
    return logged(
        () -> {
          Uploader uploader = uploader(caller(context.request()));
          UploadParameters parameters =
              new UploadParameters(context.request().params(), List.of("id", "release", "script"));
          String id = parameters.text("id");
          String release = parameters.text("release");
          String script = parameters.text("script") == null ? null : parameters.script();
          if (id == null && release == null && script == null) {
            throw new ProblemException(
                Problem.of(
                    ProblemKind.BAD_PARAMETER,
                    "Say which entries to delete: id, release or script. All that are given must"
                        + " match."));
          }
          if (delete(uploader, id, release, script).isEmpty()) {
            throw new ProblemException(
                Problem.of(
                    ProblemKind.NOT_FOUND,
                    "No entry matches. GET /source-maps lists the entries of the scope."));
          }
          return Response.noContent().build();
        });
  }

  private List<MapEntry> delete(
      Uploader uploader, @Nullable String id, @Nullable String release, @Nullable String script) {
    try {
      return library.delete(uploader, id, release, script);
    } catch (IOException failure) {
      throw UploadProblems.of(failure);
    }
  }

  /** Returns the caller of a request that may upload. */
  private Caller caller(HttpServerRequest request) {
    Caller caller = guard.require(request, Right.UPLOAD);
    if (!library.isOn()) {
      throw new ProblemException(UploadProblems.off());
    }
    return caller;
  }

  private static Uploader uploader(Caller caller) {
    return new Uploader(caller.scope(), caller.token(), caller.prefixes(), null);
  }

  private <T> T logged(Supplier<T> work) {
    try {
      return work.get();
    } catch (ProblemException refused) {
      log.failed(refused);
      throw refused;
    }
  }
}
