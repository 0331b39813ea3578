package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.tables.TableResult.TableFailure;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Turns failures of fetching and compiling into failures of scripts. */
@ApplicationScoped
class ScriptFailures {
  private static final Duration SOON = Duration.ofSeconds(1);

  private final Duration timeToLive;

  ScriptFailures(ScriptConfig config) {
    timeToLive = config.failuresTimeToLive();
  }

  Failed ofScript(FetchFailure failure) {
    return failed(failure, null, "The script was not fetched. ");
  }

  Failed ofMap(FetchFailure failure, WebUrl mapUrl) {
    // An overlong URL would fill the memory of reports.
    String shown = failure.kind() == FetchFailure.Kind.TOO_LONG ? null : mapUrl.redacted();
    return failed(failure, shown, "The source map was not fetched. ");
  }

  private Failed failed(FetchFailure failure, @Nullable String sourceMap, String beginning) {
    ScriptStatus status = status(failure.kind());
    return new Failed(
        new ScriptReport(
            status, sourceMap, beginning + failure.detail(), retryAfter(failure, status)));
  }

  /** While a failure is remembered, another request gets the same answer. */
  private Duration retryAfter(FetchFailure failure, ScriptStatus status) {
    if (!failure.isPassing()) {
      return Duration.ZERO;
    }
    Duration least = status.isRemembered() ? timeToLive : SOON;
    Duration known = Duration.ofMillis(failure.retryAfterMillis());
    return known.compareTo(least) > 0 ? known : least;
  }

  private static ScriptStatus status(FetchFailure.Kind kind) {
    return switch (kind) {
      case ORIGIN,
          PORT,
          ADDRESS,
          CREDENTIALS,
          SOURCE_ORIGIN,
          DOWNGRADE,
          PROXY,
          HEADERS,
          HEADERS_WITHHELD ->
          ScriptStatus.BLOCKED;
      case NOT_FOUND -> ScriptStatus.NOT_FOUND;
      case NOT_A_SCRIPT -> ScriptStatus.NOT_A_SCRIPT;
      case TOO_LONG, UNSUPPORTED -> ScriptStatus.UNSUPPORTED;
      case TOO_LARGE -> ScriptStatus.TOO_LARGE;
      case TIMED_OUT, IDLE -> ScriptStatus.TIMED_OUT;
      case REDIRECTS, STATUS, PASSING_STATUS, GATEWAY_STATUS, UNREACHABLE, UNREACHABLE_FOR_GOOD ->
          ScriptStatus.UNREACHABLE;
      case LEFT_ALONE -> ScriptStatus.LEFT_ALONE;
      case CORRUPT -> ScriptStatus.MALFORMED;
      case OVER_BUDGET -> ScriptStatus.OVERLOADED;
    };
  }

  static Failed of(TableFailure failure, @Nullable String sourceMap) {
    return switch (failure.reason()) {
      case MALFORMED -> new Failed(ScriptStatus.MALFORMED, sourceMap, failure.detail());
      case TOO_LARGE -> new Failed(ScriptStatus.TOO_LARGE, sourceMap, failure.detail());
      case MISMATCH -> new Failed(ScriptStatus.MISMATCH, sourceMap, failure.detail());
      case OUT_OF_MEMORY ->
          new Failed(ScriptReport.passing(ScriptStatus.OVERLOADED, sourceMap, failure.detail()));
    };
  }
}
