package dev.symbolicator.api.vendors;

import dev.symbolicator.access.Caller;
import dev.symbolicator.api.http.RequestLog;
import dev.symbolicator.api.maps.UploadProblems;
import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.api.vendors.SentryBundle.BundleException;
import dev.symbolicator.api.vendors.SentryBundle.ReadBundle;
import dev.symbolicator.api.vendors.SentryResource.AssembleRequest;
import dev.symbolicator.api.vendors.SentryResource.Assembled;
import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import dev.symbolicator.maps.upload.SourceMapUpload;
import dev.symbolicator.maps.upload.SourceMapUpload.UploadOptions;
import dev.symbolicator.maps.upload.SourceMapUploads;
import dev.symbolicator.maps.upload.UploadRefusedException;
import dev.symbolicator.maps.upload.UploadRefusedException.UploadFault;
import dev.symbolicator.maps.upload.UploadReport;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript.ScriptOutcome;
import dev.symbolicator.memory.ByteBudget;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Assembles bundles. Answers after all work, since without {@code --wait} clients ask once. */
@ApplicationScoped
class SentryAssembly {
  /** Outcomes for which a client is to fail, also if other scripts of its bundle are stored. */
  private static final Set<ScriptOutcome> FAILURES =
      Set.of(ScriptOutcome.CONFLICT, ScriptOutcome.FULL, ScriptOutcome.FORBIDDEN);

  private static final int SHOWN = 3;

  private final SentryChunks chunks;
  private final SourceMapUploads uploads;
  private final ByteBudget budget;
  private final RequestLog log;

  SentryAssembly(SentryChunks chunks, SourceMapUploads uploads, ByteBudget budget, RequestLog log) {
    this.chunks = chunks;
    this.uploads = uploads;
    this.budget = budget;
    this.log = log;
  }

  /** Throws {@link ProblemException} for a malformed request. */
  Assembled assemble(Caller caller, AssembleRequest request, long startNanos) throws IOException {
    String checksum = request.checksum();
    List<String> names = names(request);
    if (checksum == null || !SentryChunks.isName(checksum)) {
      throw bad("The member checksum is no SHA-1 in lower case.");
    }
    List<String> missing = chunks.missing(caller.scope(), names);
    if (names.isEmpty() || !missing.isEmpty()) {
      return new Assembled("not_found", missing, null);
    }
    try {
      UploadReport report = upload(caller, request, checksum, names);
      String refusal = refusal(report);
      if (refusal != null) {
        log.failed(caller, new ProblemException(UploadProblems.of(report, false)));
        return new Assembled("error", List.of(), refusal);
      }
      UploadReport.UploadSummary summary = report.summary();
      log.uploaded(
          caller, 200, summary.scripts(), summary.stored() + summary.replaced(), startNanos);
      return new Assembled("ok", List.of(), null);
    } catch (BundleException wrong) {
      return error(caller, ProblemKind.NOT_AN_ARCHIVE, wrong.getMessage());
    } catch (UploadRefusedException refused) {
      if (refused.fault() == UploadFault.BUSY || refused.fault() == UploadFault.TOO_OFTEN) {
        throw refused;
      }
      return error(caller, ProblemKind.NOT_AN_ARCHIVE, refused.detail());
    }
  }

  private Assembled error(Caller caller, ProblemKind kind, @Nullable String detail) {
    String text = detail == null ? "The bundle cannot be read." : detail;
    log.failed(caller, new ProblemException(Problem.of(kind, text)));
    return new Assembled("error", List.of(), text);
  }

  private static List<String> names(AssembleRequest request) {
    List<@Nullable String> names = request.chunks();
    if (names == null || names.size() > VendorLimits.DEFAULT.chunks()) {
      throw bad(
          "The member chunks is missing, or lists more than %,d chunks."
              .formatted(VendorLimits.DEFAULT.chunks()));
    }
    if (!names.stream().allMatch(name -> name != null && SentryChunks.isName(name))) {
      throw bad("The member chunks lists something else than SHA-1s in lower case.");
    }
    return names.stream().map(Objects::requireNonNull).toList();
  }

  private UploadReport upload(
      Caller caller, AssembleRequest request, String checksum, List<String> names)
      throws IOException {
    Uploader uploader =
        new Uploader(caller.scope(), caller.token(), caller.prefixes(), project(request));
    String release = SentryBundle.label("release", request.version());
    String dist = SentryBundle.label("dist", request.dist());
    try (SourceMapUpload upload = uploads.begin(uploader);
        ByteBudget.Lease lease = budget.open()) {
      SpooledBytes bundle = whole(upload, caller, checksum, names);
      ReadBundle read = SentryBundle.read(upload, bundle, lease);
      return upload.add(
          read.files(),
          new UploadOptions(
              release == null ? read.release() : release,
              dist == null ? read.dist() : dist,
              false,
              false));
    }
  }

  private SpooledBytes whole(
      SourceMapUpload upload, Caller caller, String checksum, List<String> names)
      throws IOException {
    MessageDigest digest = SentryChunks.sha1();
    SpooledBytes bundle;
    try (InputStream in = new DigestInputStream(chunks.open(caller.scope(), names), digest)) {
      bundle = upload.files().file(in, uploads.maxSize());
    }
    String actual = HexFormat.of().formatHex(digest.digest());
    if (!actual.equals(checksum)) {
      throw new BundleException(
          "The bundle's SHA-1 is %s, but the request says %s. Upload the bundle again."
              .formatted(actual, checksum));
    }
    return bundle;
  }

  private static @Nullable String project(AssembleRequest request) throws BundleException {
    List<@Nullable String> projects = request.projects();
    return projects == null
        ? null
        : SentryBundle.label(
            "list of projects",
            projects.stream().filter(Objects::nonNull).collect(Collectors.joining(",")));
  }

  /** Returns why the client is to fail; null if it is not. */
  private static @Nullable String refusal(UploadReport report) {
    List<ReportedScript> failed =
        report.scripts().stream().filter(script -> FAILURES.contains(script.outcome())).toList();
    if (failed.isEmpty() && report.isAnyKept()) {
      return null;
    }
    List<ReportedScript> shown = failed.isEmpty() ? report.scripts() : failed;
    if (shown.isEmpty()) {
      return "The bundle has no script with a source map.";
    }
    String details =
        shown.stream()
            .limit(SHOWN)
            .map(script -> script.script() + ": " + script.detail())
            .collect(Collectors.joining(" "));
    int more = shown.size() - SHOWN;
    return more <= 0 ? details : details + " %,d more scripts failed.".formatted(more);
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.of(ProblemKind.BAD_REQUEST, detail));
  }
}
