package dev.symbolicator.api.maps;

import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Right;
import dev.symbolicator.api.http.CallerGuard;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.MapEntry;
import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.maps.Uploader;
import dev.symbolicator.maps.objects.SpooledBlob;
import dev.symbolicator.maps.upload.FileRole;
import dev.symbolicator.maps.upload.ReportedScript;
import dev.symbolicator.maps.upload.ReportedScript.ScriptOutcome;
import dev.symbolicator.maps.upload.ScriptBase;
import dev.symbolicator.maps.upload.SourceMapUploads;
import dev.symbolicator.maps.upload.Upload;
import dev.symbolicator.maps.upload.UploadLimits;
import dev.symbolicator.maps.upload.UploadOptions;
import dev.symbolicator.maps.upload.UploadReport;
import dev.symbolicator.maps.upload.UploadedFile;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code /source-maps}: takes source maps, lists and deletes them. Hands out no map and no
 * source text.
 */
@Path("/source-maps")
public class SourceMapsResource {
  private final CallerGuard guard;
  private final MapLibrary library;
  private final SourceMapUploads uploads;
  private final UploadRunner runner;
  private final RequestLog log;

  SourceMapsResource(
      CallerGuard guard,
      MapLibrary library,
      SourceMapUploads uploads,
      UploadRunner runner,
      RequestLog log) {
    this.guard = guard;
    this.library = library;
    this.uploads = uploads;
    this.runner = runner;
    this.log = log;
  }

  /** Takes one map, plain or gzip. */
  @PUT
  public Uni<Response> put(RoutingContext context) {
    return taken(
        context,
        query -> {
          UploadParameters parameters =
              new UploadParameters(query, "script", "release", "dist", "debugId", "dryRun");
          String script = parameters.script();
          String debugId = parameters.debugId();
          UploadOptions options = parameters.options();
          return (upload, body) -> {
            SpooledBlob map = upload.content("The map", body);
            UploadedFile file =
                new UploadedFile("the body", script, FileRole.MAP, debugId, null, map);
            return answer(upload.add(List.of(file), options), options);
          };
        });
  }

  /** Takes an archive of a build folder. */
  @POST
  public Uni<Response> post(RoutingContext context) {
    return taken(
        context,
        query -> {
          UploadParameters parameters =
              new UploadParameters(query, "base", "release", "dist", "dryRun", "strict");
          ScriptBase base = parameters.base();
          UploadOptions options = parameters.options();
          return (upload, body) -> {
            java.nio.file.Path archive = upload.files().file(body, uploads.maxSize());
            return answer(upload.add(upload.buildFolder(archive, base), options), options);
          };
        });
  }
}
