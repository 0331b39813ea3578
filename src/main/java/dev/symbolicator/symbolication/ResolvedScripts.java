package dev.symbolicator.symbolication;

import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.url.DataUrl;
import java.util.ArrayList;
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
  private static final Set<ScriptStatus> LATE =
      EnumSet.of(ScriptStatus.PENDING, ScriptStatus.OVERLOADED);

  /** The scripts that are not there and may be a little later. */
  List<SymbolicationReport.Script> missing(List<String> urls) {
    return reportOf(urls, ScriptOutcome::passing);
  }

  /** Whether one of them is missing because of its origin, and not only late. */
  boolean hasFailedOrigin() {
    return results.values().stream()
        .anyMatch(result -> result.passing() && !LATE.contains(result.status()));
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
