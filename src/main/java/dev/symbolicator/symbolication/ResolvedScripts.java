package dev.symbolicator.symbolication;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.script.ScriptReport;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.url.DataUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The reports on the scripts of one profile.
 *
 * @param reports by the script's index in the profile, in the order in which frames first name them
 */
record ResolvedScripts(Map<Integer, ScriptReport> reports) {

  /** Returns the scripts that are incomplete and may be complete a little later. */
  List<SymbolicationReport.ScriptEntry> missing(List<String> urls) {
    return reportOf(urls, ScriptReport::isPassing);
  }

  /** Returns the time after which everything missing may be there. */
  Duration retryAfter() {
    return reports.values().stream()
        .map(ScriptReport::retryAfter)
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** Returns the report on a profile. Its notes are about changes, so they need a mapped frame. */
  SymbolicationReport report(Profile profile, Originals originals) {
    int pending = 0;
    for (ScriptReport report : reports.values()) {
      if (report.status() == ScriptStatus.PENDING) {
        pending++;
      }
    }
    return new SymbolicationReport(
        originals.mapped(),
        originals.total(),
        pending,
        originals.generated(),
        originals.strange(),
        reportOf(profile.scripts()),
        originals.mapped() > 0 ? profile.notes() : List.of());
  }

  /** Returns the entry of each script. */
  List<SymbolicationReport.ScriptEntry> reportOf(List<String> urls) {
    return reportOf(urls, any -> true);
  }

  private List<SymbolicationReport.ScriptEntry> reportOf(
      List<String> urls, Predicate<ScriptReport> which) {
    List<SymbolicationReport.ScriptEntry> scripts = new ArrayList<>();
    reports.forEach(
        (script, report) -> {
          if (which.test(report)) {
            scripts.add(
                new SymbolicationReport.ScriptEntry(
                    shown(urls.get(script)),
                    report.status().label(),
                    report.sourceMap(),
                    report.detail()));
          }
        });
    return scripts;
  }

  /** A data: URL holds the whole script, so its content is not shown. */
  private static String shown(String url) {
    return DataUrl.is(url) ? "data:" : url;
  }
}
