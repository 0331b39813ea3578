package dev.symbolicator.api.maps;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Caller.Right;
import dev.symbolicator.api.http.AnswerBody;
import dev.symbolicator.api.http.CallerGuard;
import dev.symbolicator.api.http.RequestBody;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.MapEntry;
import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.maps.MapLibrary.EntryPage;
import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.maps.upload.ScriptBase;
import dev.symbolicator.maps.upload.SourceMapUpload;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadOptions;
import dev.symbolicator.maps.upload.SourceMapUploads;
import dev.symbolicator.maps.upload.UploadLimits;
import dev.symbolicator.maps.upload.UploadReport;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.threads.WorkerThreads;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
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
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code /source-maps}: takes, lists and deletes maps; hands out no map and no source text. */
@Path("/source-maps")
public class SourceMapsResource {
  private static final int LISTED = UploadLimits.DEFAULT.listed();

  private final CallerGuard guard;
  private final MapLibrary library;
  private final SourceMapUploads uploads;
  private final UploadRunner runner;
  private final UploadAnswers answers;
  private final ByteBudget budget;

  /** One thread, so that long lists take neither much heap nor the threads of profiles. */
  private final ExecutorService lists = WorkerThreads.pool("source-map-list", 1);

  /** Not the pool of the lists, since a deletion waits for the store. */
  private final ExecutorService deletions = WorkerThreads.pool("source-map-deletion", 1);

  SourceMapsResource(
      CallerGuard guard,
      MapLibrary library,
      SourceMapUploads uploads,
      UploadRunner runner,
      UploadAnswers answers,
      ByteBudget budget) {
    this.guard = guard;
    this.library = library;
    this.uploads = uploads;
    this.runner = runner;
    this.answers = answers;
    this.budget = budget;
  }

  @PreDestroy
  void stop() {
    lists.shutdownNow();
    deletions.shutdownNow();
  }

  private interface Reporting {
    UploadReport report(SourceMapUpload upload, InputStream body, UploadOptions options)
        throws IOException;
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
          return (upload, body, options) -> upload.addMap(script, debugId, body, options);
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
      RoutingContext context, List<String> known, Function<QueryParameters, Reporting> reading) {
    long start = System.nanoTime();
    HttpServerRequest request = context.request();
    return guard.admit(
        request,
        Right.UPLOAD,
        caller -> {
          requireStore();
          QueryParameters parameters = new QueryParameters(request.params(), known);
          Reporting reporting = reading.apply(parameters);
          UploadOptions options = parameters.options();
          ByteBudget.Lease lease = RequestBody.leaseOf(context, budget); // for the answer
          return runner.run(
              request,
              uploader(caller),
              (upload, body) ->
                  answers.of(
                      caller, reporting.report(upload, body, options), options, lease, start));
        });
  }

  /** Lists the entries of the caller's scope, the newest first. */
  @GET
  @Produces(MediaType.APPLICATION_JSON)
  public Uni<ListedMaps> list(RoutingContext context) {
    return admitted(context, List.of("release", "after"), this::list, lists);
  }

  private ListedMaps list(Caller caller, QueryParameters parameters) {
    EntryPage page;
    try {
      page =
          library.list(
              caller.scope(), parameters.text("release"), parameters.text("after"), LISTED);
    } catch (IOException failure) {
      throw UploadProblems.ofList(failure);
    }
    if (page == null) {
      throw new ProblemException(
          Problem.of(
              ProblemKind.BAD_PARAMETER,
              "No entry has the ID in the query parameter after. Begin the list anew."));
    }
    return ListedMaps.of(page);
  }

  /** Deletes entries of the caller's scope. */
  @DELETE
  public Uni<Response> delete(RoutingContext context) {
    return admitted(context, List.of("id", "release", "script"), this::delete, deletions);
  }

  private Response delete(Caller caller, QueryParameters parameters) {
    String id = parameters.text("id");
    String release = parameters.text("release");
    String script = parameters.has("script") ? parameters.script() : null;
    if (id == null && release == null && script == null) {
      throw new ProblemException(
          Problem.of(
              ProblemKind.BAD_PARAMETER,
              "Say which entries to delete: id, release or script. All that are given must"
                  + " match."));
    }
    try {
      if (library.delete(uploader(caller), id, release, script) > 0) {
        return Response.noContent().build();
      }
    } catch (IOException failure) {
      throw UploadProblems.of(failure);
    }
    throw new ProblemException(
        Problem.of(
            ProblemKind.NOT_FOUND,
            "No entry matches. GET /source-maps lists the entries of the scope."));
  }

  /** Runs work that reads many entries or blocks on I/O, once its turn has come. */
  private <T> Uni<T> admitted(
      RoutingContext context,
      List<String> known,
      BiFunction<Caller, QueryParameters, T> work,
      ExecutorService thread) {
    HttpServerRequest request = context.request();
    return guard.admit(
        request,
        Right.UPLOAD,
        caller -> {
          requireStore();
          QueryParameters parameters = new QueryParameters(request.params(), known);
          return CompletableFuture.supplyAsync(() -> work.apply(caller, parameters), thread);
        });
  }

  private void requireStore() {
    if (!library.isOn()) {
      throw new ProblemException(UploadProblems.off());
    }
  }

  private static Uploader uploader(Caller caller) {
    return new Uploader(caller.scope(), caller.token(), caller.prefixes(), null);
  }

  /**
   * Entries, the newest first.
   *
   * @param next the parameter {@code after} of the next page; null on the last page
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ListedMaps(List<ListedMap> entries, @Nullable String next) {

    /** One entry, without content and hash; sizes are inflated, times in UTC (RFC 3339). */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ListedMap(
        String id,
        String script,
        @Nullable String release,
        @Nullable String dist,
        @Nullable String debugId,
        @Nullable String project,
        long mapSize,
        @Nullable Long scriptSize,
        String uploadedAt,
        String uploadedBy) {

      static ListedMap of(MapEntry entry) {
        BlobId text = entry.text();
        return new ListedMap(
            entry.id(),
            entry.script(),
            entry.release(),
            entry.dist(),
            entry.debugId(),
            entry.project(),
            entry.map().size(),
            text == null ? null : (Long) text.size(),
            Instant.ofEpochMilli(entry.uploadedAt()).toString(),
            entry.uploadedBy());
      }
    }

    static ListedMaps of(EntryPage page) {
      return new ListedMaps(page.entries().stream().map(ListedMap::of).toList(), page.next());
    }
  }

  /** Turns reports into answers. One that kept nothing, or not all if strict, is no success. */
  @ApplicationScoped
  static class UploadAnswers {
    private final ObjectWriter json;
    private final RequestLog log;

    UploadAnswers(ObjectMapper json, RequestLog log) {
      this.json = json.writer().without(SerializationFeature.WRAP_EXCEPTIONS);
      this.log = log;
    }

    /** Answers 201 if an entry is new, else 200, or a problem with the members of the report. */
    Response of(
        Caller caller,
        UploadReport report,
        UploadOptions options,
        ByteBudget.Lease lease,
        long startNanos) {
      if (!report.isAnyKept() || (options.isStrict() && !report.isAllKept())) {
        Problem problem = UploadProblems.of(report, options.isStrict());
        log.failed(caller, new ProblemException(problem));
        return Response.status(problem.status())
            .type(Problem.MEDIA_TYPE)
            .entity(body(problem, lease))
            .build();
      }
      UploadReport.UploadSummary summary = report.summary();
      boolean isNew = !report.dryRun() && summary.stored() + summary.replaced() > 0;
      int status = isNew ? 201 : 200;
      log.uploaded(
          caller, status, summary.scripts(), summary.stored() + summary.replaced(), startNanos);
      return Response.status(status)
          .type(MediaType.APPLICATION_JSON_TYPE)
          .entity(body(report, lease))
          .build();
    }

    private AnswerBody body(Object answer, ByteBudget.Lease lease) {
      AnswerBody body = new AnswerBody(lease);
      try {
        json.writeValue(body, answer);
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
      return body;
    }
  }
}
