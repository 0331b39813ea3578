package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.url.WebUrl;

/** What a failed fetch means for a script. */
final class FetchFailures {
  private FetchFailures() {}

  static Failed ofScript(FetchFailure failure) {
    return new Failed(status(failure), "The script was not fetched. " + failure.detail());
  }

  static Failed ofMap(FetchFailure failure, WebUrl mapUrl) {
    return new Failed(
        status(failure), mapUrl.redacted(), "The source map was not fetched. " + failure.detail());
  }

  private static ScriptStatus status(FetchFailure failure) {
    if (failure instanceof FetchFailure.NotFound) {
      return ScriptStatus.NOT_FOUND;
    }
    if (failure instanceof FetchFailure.Blocked) {
      return ScriptStatus.BLOCKED;
    }
    if (failure instanceof FetchFailure.NotAScript) {
      return ScriptStatus.NOT_A_SCRIPT;
    }
    if (failure instanceof FetchFailure.TooLarge) {
      return ScriptStatus.TOO_LARGE;
    }
    if (failure instanceof FetchFailure.TimedOut) {
      return ScriptStatus.TIMED_OUT;
    }
    if (failure instanceof FetchFailure.Corrupt) {
      return ScriptStatus.MALFORMED;
    }
    if (failure instanceof FetchFailure.Unsupported) {
      return ScriptStatus.UNSUPPORTED;
    }
    if (failure instanceof FetchFailure.OverBudget) {
      return ScriptStatus.OVERLOADED;
    }
    return ScriptStatus.UNREACHABLE;
  }
}
