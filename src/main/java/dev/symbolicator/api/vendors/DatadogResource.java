package dev.symbolicator.api.vendors;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.symbolicator.access.Caller;
import dev.symbolicator.access.Caller.Right;
import dev.symbolicator.api.http.CallerGuard;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.maps.UploadProblems;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.vendors.SentryBundle.BundleException;
import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.objects.MapStore;
import dev.symbolicator.maps.objects.Spool.BlobWriter;
import dev.symbolicator.maps.objects.Spool.SpoolOverflowException;
import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import dev.symbolicator.maps.objects.Spool.SpooledFiles;
import dev.symbolicator.maps.upload.ScriptBase;
import dev.symbolicator.maps.upload.SourceMapUpload;
import dev.symbolicator.maps.upload.SourceMapUpload.FileRole;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadOptions;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadedFile;
import dev.symbolicator.maps.upload.SourceMapUploads;
import dev.symbolicator.maps.upload.UploadLimits;
import dev.symbolicator.maps.upload.UploadReport;
import dev.symbolicator.sourcemap.link.DebugId;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/v2/srcmap} of datadog-ci, one script and map at a time. A bad key gets 403: after 401
 * the client ends as if all was well. No answer is 400: after it the client sends the key to
 * Datadog's own host.
 */
@Path("/api/v2/srcmap")
public class DatadogResource {
  private static final String KEY = "DD-API-KEY";
  private static final String EVENT = "event";
  private static final String MAP = "source_map";
  private static final String SCRIPT = "minified_file";

  private final CallerGuard guard;
  private final MapLibrary library;
  private final MapStore store;
  private final SourceMapUploads uploads;
  private final VendorRequests requests;
  private final RequestLog log;
  private final ObjectMapper json;

  DatadogResource(
      CallerGuard guard,
      MapLibrary library,
      MapStore store,
      SourceMapUploads uploads,
      VendorRequests requests,
      RequestLog log,
      ObjectMapper json) {
    this.guard = guard;
    this.library = library;
    this.store = store;
    this.uploads = uploads;
    this.requests = requests;
    this.log = log;
    this.json = json;
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  record Event(
      @Nullable String service,
      @Nullable String version,
      @JsonProperty("minified_url") @Nullable String url,
      @JsonProperty("debug_id") @Nullable String debugId) {}

  @POST
  public Uni<Response> post(RoutingContext context) {
    long start = System.nanoTime();
    HttpServerRequest request = context.request();
    return Uni.createFrom()
        .completionStage(
            () -> {
              Caller caller = caller(request);
              String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
              return requests.receive(
                  request,
                  caller,
                  uploads.maxSize(),
                  UploadProblems.bodyTooLarge(uploads.maxSize()),
                  body -> {
                    try {
                      return taken(caller, type, body, start);
                    } catch (IOException failure) {
                      ProblemException known = UploadProblems.of(failure);
                      log.failed(caller, known);
                      throw known;
                    } catch (ProblemException refused) {
                      log.failed(caller, refused);
                      throw refused;
                    }
                  });
            });
  }

  private Caller caller(HttpServerRequest request) {
    try {
      Caller caller = guard.require(request.getHeader(KEY), Right.UPLOAD);
      if (!library.isOn()) {
        throw new ProblemException(UploadProblems.off());
      }
      return caller;
    } catch (ProblemException refused) {
      ProblemException forbidden =
          refused.problem().status() == 403
              ? refused
              : new ProblemException(
                  Problem.of(
                      ProblemKind.FORBIDDEN,
                      "The header DD-API-KEY has no valid token. Set DATADOG_API_KEY to a token"
                          + " that the operator configured."));
      log.failed(forbidden);
      throw forbidden;
    }
  }

  private Response taken(Caller caller, @Nullable String type, InputStream body, long start)
      throws IOException {
    try (SpooledFiles files = store.spool().begin(caller.scope());
        Parts parts = new Parts(files)) {
      Multipart.read(type, body, UploadLimits.DEFAULT.inflatedBytes(), parts);
      Event event = event(parts.found.get(EVENT));
      SpooledBlob map = parts.found.get(MAP);
      if (map == null) {
        throw wrong("The upload has no part source_map.");
      }
      UploadReport report = report(caller, event, map, parts.found.get(SCRIPT));
      if (!report.isAllKept()) {
        throw new ProblemException(UploadProblems.of(report, false));
      }
      UploadReport.UploadSummary summary = report.summary();
      log.uploaded(caller, 200, summary.scripts(), summary.stored() + summary.replaced(), start);
      return Response.ok(report, MediaType.APPLICATION_JSON_TYPE).build();
    }
  }

  private Event event(@Nullable SpooledBlob part) throws IOException {
    if (part != null && part.size() <= VendorLimits.DEFAULT.requestBytes()) {
      try (InputStream in = part.open()) {
        Event event = json.readValue(in, Event.class);
        if (event != null) {
          return event;
        }
      } catch (JsonProcessingException malformed) {
        // Answered below; its message would quote the body.
      }
    }
    throw wrong("The upload has no part event with JSON.");
  }

  private UploadReport report(
      Caller caller, Event event, SpooledBlob map, @Nullable SpooledBlob script)
      throws IOException {
    String url = script(event.url());
    String debugId = event.debugId() == null ? null : DebugId.canonical(event.debugId());
    if (event.debugId() != null && debugId == null) {
      throw wrong("The member debug_id of the part event is no UUID.");
    }
    Uploader uploader =
        new Uploader(
            caller.scope(), caller.token(), caller.prefixes(), label("service", event.service()));
    int query = url.indexOf('?');
    String mapUrl = (query < 0 ? url : url.substring(0, query)) + ".map";
    List<UploadedFile> uploaded = new ArrayList<>();
    if (script != null) {
      String named = mapUrl.startsWith("~") ? mapUrl.substring(1) : mapUrl;
      uploaded.add(new UploadedFile(SCRIPT, url, FileRole.SCRIPT, debugId, named, script));
    }
    uploaded.add(new UploadedFile(MAP, mapUrl, FileRole.MAP, debugId, null, map));
    try (SourceMapUpload upload = uploads.begin(uploader)) {
      return upload.add(
          uploaded, new UploadOptions(label("version", event.version()), null, false, false));
    }
  }

  private static String script(@Nullable String url) {
    String text = url != null && url.startsWith("/") && !url.startsWith("//") ? '~' + url : url;
    String name = text == null ? null : ScriptBase.scriptName(text);
    if (name == null) {
      throw wrong(
          "The member minified_url of the part event is neither an absolute http or https URL nor a"
              + " path. Correct --minified-path-prefix.");
    }
    return name;
  }

  private static @Nullable String label(String name, @Nullable String value) {
    try {
      return SentryBundle.label(name, value);
    } catch (BundleException refused) {
      throw wrong(String.valueOf(refused.getMessage()));
    }
  }

  private static ProblemException wrong(String detail) {
    return new ProblemException(Problem.of(ProblemKind.NOT_A_SOURCE_MAP, detail));
  }

  /** Spools the parts that are used, and skips others. */
  private static final class Parts implements Multipart.PartSink, AutoCloseable {
    private final SpooledFiles files;
    private final Map<String, SpooledBlob> found = new HashMap<>();
    private final List<BlobWriter> writers = new ArrayList<>();

    Parts(SpooledFiles files) {
      this.files = files;
    }

    @Override
    public @Nullable OutputStream open(String name, String fileName) throws IOException {
      if (!List.of(EVENT, MAP, SCRIPT).contains(name)) {
        return null;
      }
      if (found.containsKey(name)) {
        throw wrong("The upload has two parts " + name + '.');
      }
      BlobWriter writer = files.writer(UploadLimits.DEFAULT.fileBytes());
      writers.add(writer);
      return new FilterOutputStream(writer) {
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          try {
            writer.write(bytes, offset, length);
          } catch (SpoolOverflowException tooLarge) {
            throw new ProblemException(
                Problem.of(
                        ProblemKind.TOO_LARGE,
                        "The part %s has more than %,d bytes inflated."
                            .formatted(name, tooLarge.maxSize()))
                    .withLimit("max-file-size"));
          }
        }

        @Override
        public void close() throws IOException {
          found.put(name, writer.finish());
        }
      };
    }

    /** Frees the memory of parts that were cut off. */
    @Override
    public void close() {
      writers.forEach(BlobWriter::close);
    }
  }
}
