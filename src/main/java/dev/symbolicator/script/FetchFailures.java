package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.url.WebUrl;
import java.util.Map;

/** What a failed fetch means for a script. */
final class FetchFailures {
  private static final Map<Class<? extends FetchFailure>, ScriptStatus> STATUSES =
      Map.of(
          FetchFailure.CircuitOpen.class, ScriptStatus.LEFT_ALONE,
          FetchFailure.Blocked.class, ScriptStatus.BLOCKED,
          FetchFailure.NotFound.class, ScriptStatus.NOT_FOUND,
          FetchFailure.NotAScript.class, ScriptStatus.NOT_A_SCRIPT,
          FetchFailure.TooLarge.class, ScriptStatus.TOO_LARGE,
          FetchFailure.TimedOut.class, ScriptStatus.TIMED_OUT,
          FetchFailure.Corrupt.class, ScriptStatus.MALFORMED,
          FetchFailure.Unsupported.class, ScriptStatus.UNSUPPORTED,
          FetchFailure.TooLong.class, ScriptStatus.UNSUPPORTED,
          FetchFailure.OverBudget.class, ScriptStatus.OVERLOADED);

  private FetchFailures() {}

  static Failed ofScript(FetchFailure failure) {
    return new Failed(status(failure), "The script was not fetched. " + failure.detail());
  }

  static Failed ofMap(FetchFailure failure, WebUrl mapUrl) {
    return new Failed(
        status(failure),
        failure instanceof FetchFailure.TooLong ? null : mapUrl.redacted(),
        "The source map was not fetched. " + failure.detail());
  }

  private static ScriptStatus status(FetchFailure failure) {
    return STATUSES.getOrDefault(failure.getClass(), ScriptStatus.UNREACHABLE);
  }
}
