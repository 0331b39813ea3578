package dev.symbolicator.api.maps;

import dev.symbolicator.api.problem.Problem;
import dev.symbolicator.api.problem.Problem.ProblemKind;
import dev.symbolicator.api.problem.ProblemException;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.objects.Spool.SpoolOverflowException;
import dev.symbolicator.maps.upload.UploadLimits;
import dev.symbolicator.maps.upload.UploadRefusedException;
import dev.symbolicator.maps.upload.UploadReport;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript.ScriptOutcome;
import java.io.IOException;
import java.time.Duration;

public final class UploadProblems {
  private static final String SIZE_KEY = "symbolicator.maps.max-upload-size";
  private static final String AGAIN =
      " Send the request again after as many seconds as Retry-After says.";
  private static final Duration STORE_RETRY_AFTER = Duration.ofSeconds(10);

  private UploadProblems() {}

  /** Returns the problem of a service without a place for uploads. */
  public static Problem off() {
    return Problem.of(
        ProblemKind.FORBIDDEN,
        "Uploads are off until there is a place for them. Have the operator set"
            + " symbolicator.maps.directory or symbolicator.maps.bucket.name.");
  }

  /** Returns the problem of an upload that is too large as it is sent. */
  public static Problem bodyTooLarge(long limit) {
    return Problem.of(
            ProblemKind.TOO_LARGE,
            "The upload is larger than %,d bytes. Send it in several parts, or have the operator raise %s."
                .formatted(limit, SIZE_KEY))
        .withLimit(SIZE_KEY);
  }

  /** Returns the problem of a client that sends too little for too long. */
  static Problem idle(UploadLimits limits) {
    return Problem.of(
            ProblemKind.BODY_TIMEOUT,
            "Fewer than %,d bytes of the upload came within %d s. Send the upload again."
                .formatted(limits.progressBytes(), limits.idle().toSeconds()))
        .withLimit("max-upload-idle");
  }

  public static Problem coding(String coding) {
    return Problem.of(
        ProblemKind.UNSUPPORTED_CODING,
        "Content-Encoding: "
            + coding
            + " is not supported here. Send the upload as it is, or with gzip.");
  }

  static Problem multipart() {
    return Problem.of(
        ProblemKind.UNSUPPORTED_TYPE,
        "The body is multipart. Send the file itself: curl -T app.js.map, or --data-binary"
            + " @dist.tar.gz.");
  }

  /** Returns the problem of work that ended with an exception; passes bugs on. */
  public static ProblemException of(IOException failure) {
    if (failure instanceof UploadRefusedException refused) {
      return new ProblemException(of(refused));
    }
    if (failure instanceof SpoolOverflowException overflow) {
      return new ProblemException(bodyTooLarge(overflow.maxSize()));
    }
    return unavailable(failure, " Nothing was stored.");
  }

  /** Returns the problem of a list that the store did not give. */
  static ProblemException ofList(IOException failure) {
    return unavailable(failure, "");
  }

  private static ProblemException unavailable(IOException failure, String effect) {
    String detail =
        failure instanceof StoreUnavailableException store
            ? store.getMessage()
            : "The store of source maps cannot be used now.";
    return new ProblemException(
        Problem.of(ProblemKind.STORE_UNAVAILABLE, detail + effect + AGAIN)
            .withRetryAfter(STORE_RETRY_AFTER));
  }

  static Problem of(UploadRefusedException refused) {
    ProblemKind kind =
        switch (refused.fault()) {
          case NOT_AN_ARCHIVE -> ProblemKind.NOT_AN_ARCHIVE;
          case NOT_A_MAP -> ProblemKind.NOT_A_SOURCE_MAP;
          case TOO_LARGE -> ProblemKind.TOO_LARGE;
          case BUSY -> ProblemKind.OVERLOADED;
          case TOO_OFTEN -> ProblemKind.TOO_MANY_UPLOADS;
        };
    boolean isForNow = kind == ProblemKind.OVERLOADED || kind == ProblemKind.TOO_MANY_UPLOADS;
    return Problem.of(kind, refused.detail() + (isForNow ? AGAIN : ""))
        .at(refused.byteOffset(), null)
        .withLimit(refused.limit())
        .withRetryAfter(refused.retryAfter());
  }

  /** Returns the problem of an upload that stored nothing, or if strict not everything. */
  public static Problem of(UploadReport report, boolean isStrict) {
    ProblemKind kind =
        report.has(ScriptOutcome.CONFLICT)
            ? ProblemKind.CONFLICT
            : isOnly(report, ScriptOutcome.FULL)
                ? ProblemKind.TOO_LARGE
                : isOnly(report, ScriptOutcome.FORBIDDEN)
                    ? ProblemKind.FORBIDDEN
                    : ProblemKind.UNRESOLVED;
    return Problem.of(kind, detail(report, isStrict))
        .with("dryRun", report.dryRun())
        .with("summary", report.summary())
        .with("scripts", report.scripts());
  }

  private static boolean isOnly(UploadReport report, ScriptOutcome outcome) {
    return !report.scripts().isEmpty()
        && report.scripts().stream().allMatch(script -> script.outcome() == outcome);
  }

  private static String detail(UploadReport report, boolean isStrict) {
    UploadReport.UploadSummary summary = report.summary();
    if (summary.scripts() == 0) {
      return "The upload has no script and no source map. Send the folder that the build wrote,"
          + " with its .map files.";
    }
    if (summary.scripts() == 1) {
      return report.scripts().get(0).detail();
    }
    int failing = summary.unpaired() + summary.refused();
    return "%d of the %d scripts will not resolve; the member scripts says why. Nothing was stored%s."
        .formatted(failing, summary.scripts(), isStrict ? ", since strict=true" : "");
  }
}
