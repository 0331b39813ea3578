package dev.symbolicator.symbolication;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbolication.FrameSymbols.Originals;
import dev.symbolicator.url.DataUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of symbolicating a profile, for people. A report says nothing of caches or times, so
 * repeated answers to one profile are equal.
 *
 * @param mapped frames that now show their original function
 * @param total frames that have a script
 * @param pending scripts that were still being loaded when the answer was due
 * @param generated frames whose functions have no original in the map: mostly a build tool made
 *     them
 * @param strange frames that no function of their script can have, so they stay as they are
 * @param scripts the scripts that were looked for, in the order in which frames first name them
 * @param notes what else changed in the profile, as sentences; left out of the JSON if empty
 */
public record SymbolicationReport(
    int mapped,
    int total,
    int pending,
    int generated,
    int strange,
    List<ScriptEntry> scripts,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes) {
  private static final int MEMBERS_BYTES = 160;

  /**
   * The outcome for one script.
   *
   * @param url the script as the profile names it; of a {@code data:} URL, {@code data:}
   * @param status a {@link dev.symbolicator.script.ScriptStatus} label
   * @param sourceMap the source map's URL without its query, {@code data:} for an inline one
   * @param detail one sentence for people
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ScriptEntry(String url, String status, @Nullable String sourceMap, String detail) {

    private long jsonBytes() {
      return Originals.jsonBytes(url)
          + Originals.jsonBytes(status)
          + (sourceMap == null ? 0 : Originals.jsonBytes(sourceMap))
          + Originals.jsonBytes(detail);
    }
  }

  /** Returns the most bytes that scripts take as JSON. */
  static long jsonBytes(List<ScriptEntry> scripts) {
    return scripts.stream().mapToLong(ScriptEntry::jsonBytes).sum();
  }

  /** Returns the most bytes that the report takes as JSON. */
  long jsonBytes() {
    return MEMBERS_BYTES
        + jsonBytes(scripts)
        + notes.stream().mapToLong(Originals::jsonBytes).sum();
  }

  /**
   * The reports on the scripts of one profile.
   *
   * @param reports by the script's index in the profile, in the order in which frames first name
   *     them
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

    /**
     * Returns the report on a profile. Its notes are about changes, so they need a mapped frame.
     */
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
}
