package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.url.WebUrl;
import java.util.Map;

/** What a failed fetch means for a script. */
final class FetchFailures {
  private static final Map<Class<? extends FetchFailure>, ScriptStatus> STATUSES =
      Map.ofEntries(
          Map.entry(FetchFailure.CircuitOpen.class, ScriptStatus.LEFT_ALONE),
          Map.entry(FetchFailure.Blocked.class, ScriptStatus.BLOCKED),
          Map.entry(FetchFailure.HeadersWithheld.class, ScriptStatus.BLOCKED),
          Map.entry(FetchFailure.NotFound.class, ScriptStatus.NOT_FOUND),
          Map.entry(FetchFailure.NotAScript.class, ScriptStatus.NOT_A_SCRIPT),
          Map.entry(FetchFailure.TooLarge.class, ScriptStatus.TOO_LARGE),
          Map.entry(FetchFailure.TooLargeForMemory.class, ScriptStatus.TOO_LARGE),
          Map.entry(FetchFailure.TimedOut.class, ScriptStatus.TIMED_OUT),
          Map.entry(FetchFailure.Corrupt.class, ScriptStatus.MALFORMED),
          Map.entry(FetchFailure.Unsupported.class, ScriptStatus.UNSUPPORTED),
          Map.entry(FetchFailure.TooLong.class, ScriptStatus.UNSUPPORTED),
          Map.entry(FetchFailure.OverBudget.class, ScriptStatus.OVERLOADED));

  private FetchFailures() {}

  static Failed ofScript(FetchFailure failure) {
    return new Failed(
        status(failure),
        null,
        "The script was not fetched. " + failure.detail(),
        failure.isPassing(),
        failure.retryAfterMillis());
  }

  static Failed ofMap(FetchFailure failure, WebUrl mapUrl) {
    return new Failed(
        status(failure),
        failure instanceof FetchFailure.TooLong ? null : mapUrl.redacted(),
        "The source map was not fetched. " + failure.detail(),
        failure.isPassing(),
        failure.retryAfterMillis());
  }

  private static ScriptStatus status(FetchFailure failure) {
    return STATUSES.getOrDefault(failure.getClass(), ScriptStatus.UNREACHABLE);
  }
}
