package dev.symbolicator.symbolication;

import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.url.DataUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What is known of the scripts of one profile.
 *
 * @param results by the script's index in the profile, in the order in which frames first name them
 */
record ResolvedScripts(Map<Integer, ScriptOutcome> results) {
  private static final Duration SOON = Duration.ofSeconds(1);

  /** What is not remembered as failed, so that it may be there at any time. */
  private static final Set<ScriptStatus> NOT_REMEMBERED =
      EnumSet.of(ScriptStatus.PENDING, ScriptStatus.OVERLOADED, ScriptStatus.LEFT_ALONE);

  /** The scripts that are not there, or not with all their sources, and may be a little later. */
  List<SymbolicationReport.Script> missing(List<String> urls) {
    return reportOf(urls, ScriptOutcome::passing);
  }

  /**
   * When it is worth asking for them again: not before the last of them may be there.
   *
   * @param failures how long a failure is remembered
   */
  Duration retryAfter(Duration failures) {
    return results.values().stream()
        .filter(ScriptOutcome::passing)
        .map(missing -> retryAfter(missing, failures))
        .max(Comparator.naturalOrder())
        .orElse(SOON);
  }

  private static Duration retryAfter(ScriptOutcome missing, Duration failures) {
    Duration least = NOT_REMEMBERED.contains(missing.status()) ? SOON : failures;
    Duration known = Duration.ofMillis(missing.retryAfterMillis());
    return known.compareTo(least) > 0 ? known : least;
  }

  /** Whether one of them lacks original sources that may be had a little later. */
  boolean lackSources() {
    return results.values().stream()
        .anyMatch(result -> result.passing() && result.status() == ScriptStatus.FOUND);
  }

  SymbolicationReport report(List<String> urls, Originals originals) {
    int pending =
        (int)
            results.values().stream()
                .filter(result -> result.status() == ScriptStatus.PENDING)
                .count();
    return new SymbolicationReport(originals.mapped(), originals.total(), pending, reportOf(urls));
  }

  /** How it went with each script. */
  List<SymbolicationReport.Script> reportOf(List<String> urls) {
    return reportOf(urls, any -> true);
  }

  private List<SymbolicationReport.Script> reportOf(
      List<String> urls, Predicate<ScriptOutcome> which) {
    List<SymbolicationReport.Script> scripts = new ArrayList<>();
    results.forEach(
        (script, result) -> {
          if (which.test(result)) {
            scripts.add(
                new SymbolicationReport.Script(
                    shown(urls.get(script)),
                    result.status().label(),
                    result.sourceMap(),
                    result.detail()));
          }
        });
    return scripts;
  }

  /** The resource of a data: script is its whole text. */
  private static String shown(String url) {
    return DataUrl.is(url) ? "data:" : url;
  }
}
