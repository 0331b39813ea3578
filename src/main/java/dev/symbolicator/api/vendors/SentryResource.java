package dev.symbolicator.api.vendors;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.symbolicator.access.Caller;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.content.GzipStream;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/0} as sentry-cli and Sentry's plugins use it to upload. An organization is a scope, a
 * project a label. Uploads depend on no release, so requests about those are confirmed.
 */
@Path("/api/0")
public class SentryResource {
  private static final VendorLimits LIMITS = VendorLimits.DEFAULT;
  private static final String ZIPPED_PART = "file_gzip";
  private static final String PLAIN_PART = "file";

  /** The framing of the parts of a request. */
  private static final int FRAMING_BYTES = 1 << 16;

  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:_\\[\\]-]{1,255}");

  private final SentryAnswers answers;
  private final VendorRequests requests;
  private final SentryChunks chunks;
  private final SentryAssembly assembly;
  private final Clock clock;

  SentryResource(
      SentryAnswers answers,
      VendorRequests requests,
      SentryChunks chunks,
      SentryAssembly assembly,
      Clock clock) {
    this.answers = answers;
    this.requests = requests;
    this.chunks = chunks;
    this.assembly = assembly;
    this.clock = clock;
  }

  /** The body of an assemble request: the SHA-1 of the bundle, and of each chunk in order. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record AssembleRequest(
      @Nullable String checksum,
      @Nullable List<@Nullable String> chunks,
      @Nullable List<@Nullable String> projects,
      @Nullable String version,
      @Nullable String dist) {}

  /** How clients send chunks. The URL is absolute, since the newest clients need that. */
  record ChunkOptions(
      String url,
      int chunkSize,
      int chunksPerRequest,
      int maxRequestSize,
      int concurrency,
      String hashAlgorithm,
      List<String> compression,
      List<String> accept) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Assembled(String state, List<String> missingChunks, @Nullable String detail) {}

  /** Says how chunks are sent. */
  @GET
  @Path("organizations/{org}/chunk-upload")
  public Uni<Response> options(RoutingContext context, @PathParam("org") String org) {
    return answers.answered(
        context,
        org,
        caller ->
            SentryAnswers.ok(
                new ChunkOptions(
                    here(context.request()) + "/api/0/organizations/" + org + "/chunk-upload/",
                    LIMITS.chunkBytes(),
                    1,
                    LIMITS.requestBytes(),
                    LIMITS.threads() / 2,
                    "sha1",
                    List.of("gzip"),
                    List.of("release_files", "artifact_bundles", "artifact_bundles_v2"))));
  }

  private static String here(HttpServerRequest request) {
    String host = request.authority() == null ? "" : request.authority().toString();
    if (!HOST.matcher(host).matches()) {
      throw SentryAnswers.bad("The request's header Host is missing or malformed.");
    }
    String forwarded = request.getHeader("X-Forwarded-Proto");
    String scheme = forwarded == null ? request.scheme() : forwarded.split(",", 2)[0].strip();
    return ("https".equalsIgnoreCase(scheme) ? "https" : "http") + "://" + host;
  }

  @POST
  @Path("organizations/{org}/chunk-upload")
  public Uni<Response> chunks(RoutingContext context, @PathParam("org") String org) {
    return answers.answered(
        context,
        org,
        caller -> {
          HttpServerRequest request = context.request();
          String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
          long maxSize = (long) LIMITS.requestBytes() + FRAMING_BYTES;
          return requests.receive(
              request,
              caller,
              maxSize,
              SentryAnswers.tooLarge(LIMITS.requestBytes()),
              body -> {
                int[] count = new int[1];
                Multipart.read(
                    type, body, maxSize, (name, file) -> sink(caller, name, file, count));
                if (count[0] == 0) {
                  throw SentryAnswers.bad(
                      "The request has no chunk. Send parts named file_gzip or file.");
                }
                return Response.ok().build();
              });
        });
  }

  private @Nullable OutputStream sink(Caller caller, String part, String file, int[] count) {
    boolean isZipped = part.equals(ZIPPED_PART);
    if (!isZipped && !part.equals(PLAIN_PART)) {
      return null;
    }
    count[0]++;
    return new ByteArrayOutputStream() {
      @Override
      public void close() throws IOException {
        byte[] bytes = toByteArray();
        chunks.add(caller.scope(), file, isZipped ? inflated(bytes) : limited(bytes));
      }
    };
  }

  private static byte[] inflated(byte[] zipped) {
    try (InputStream in = new GzipStream(new ByteArrayInputStream(zipped))) {
      return limited(in.readNBytes(LIMITS.chunkBytes() + 1));
    } catch (IOException damaged) {
      throw SentryAnswers.bad(
          "A chunk is no gzip, or is damaged or cut off. Send the chunk again.");
    }
  }

  private static byte[] limited(byte[] chunk) {
    if (chunk.length > LIMITS.chunkBytes()) {
      throw new ProblemException(
          Problem.of(
                  ProblemKind.TOO_LARGE,
                  "A chunk has more than %,d bytes inflated.".formatted(LIMITS.chunkBytes()))
              .withLimit("max-chunk-size"));
    }
    return chunk;
  }

  /** Assembles a bundle, if no chunk is missing, and adds its maps to the library. */
  @POST
  @Path("organizations/{org}/artifactbundle/assemble")
  public Uni<Response> assemble(RoutingContext context, @PathParam("org") String org) {
    long start = System.nanoTime();
    return answers.answered(
        context,
        org,
        caller ->
            answers.withJson(
                context,
                caller,
                LIMITS.assembleBytes(),
                AssembleRequest.class,
                body ->
                    Response.ok(
                            assembly.assemble(caller, body, start), MediaType.APPLICATION_JSON_TYPE)
                        .build()));
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  record NewRelease(@Nullable String version) {}

  /** Describes an organization, which some clients ask for. */
  @GET
  @Path("organizations/{org}")
  public Uni<Response> organization(RoutingContext context, @PathParam("org") String org) {
    return answers.answered(
        context, org, caller -> SentryAnswers.ok(Map.of("id", org, "slug", org, "name", org)));
  }

  @GET
  @Path("organizations/{org}/repos")
  public Uni<Response> repositories(RoutingContext context, @PathParam("org") String org) {
    return answers.answered(context, org, caller -> SentryAnswers.ok(List.of()));
  }

  /** Confirms a release. Releases exist as soon as something is uploaded for them. */
  @POST
  @Path("organizations/{org}/releases")
  public Uni<Response> newRelease(RoutingContext context, @PathParam("org") String org) {
    return answers.answered(
        context,
        org,
        caller ->
            answers.withJson(
                context,
                caller,
                VendorLimits.DEFAULT.releaseBytes(),
                NewRelease.class,
                body -> {
                  if (body.version() == null) {
                    throw SentryAnswers.bad("The body has no member version.");
                  }
                  return Response.status(201)
                      .type(MediaType.APPLICATION_JSON_TYPE)
                      .entity(release(body.version()))
                      .build();
                }));
  }

  /** Like {@link #newRelease}, for sentry-cli 2. */
  @POST
  @Path("projects/{org}/{project}/releases")
  public Uni<Response> newProjectRelease(RoutingContext context, @PathParam("org") String org) {
    return newRelease(context, org);
  }

  /** Confirms a change of a release, whose body is of no use here. */
  @PUT
  @Path("organizations/{org}/releases/{version}")
  public Uni<Response> changedRelease(
      RoutingContext context, @PathParam("org") String org, @PathParam("version") String version) {
    return answers.answered(context, org, caller -> SentryAnswers.ok(release(version)));
  }

  /** Like {@link #changedRelease}, for sentry-cli 2. */
  @PUT
  @Path("projects/{org}/{project}/releases/{version}")
  public Uni<Response> changedProjectRelease(
      RoutingContext context, @PathParam("org") String org, @PathParam("version") String version) {
    return changedRelease(context, org, version);
  }

  private Map<String, String> release(String version) {
    return Map.of("version", version, "dateCreated", clock.instant().toString());
  }
}
