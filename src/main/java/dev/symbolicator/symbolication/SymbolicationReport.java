package dev.symbolicator.symbolication;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbols.Symbol.Origin;
import dev.symbolicator.url.DataUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The outcome for people; without caches and times, so repeated answers are equal.
 *
 * @param total frames that have a script
 * @param generated frames of functions without an original, mostly made by a build tool
 * @param component mapped frames of functions that a compiler made of a component
 * @param module mapped frames of functions around modules, which are their top levels
 * @param approximate mapped frames whose place is not the start of the function
 * @param strange frames that no function of their script can have, left as they are
 * @param scripts in the order in which frames first name them
 * @param notes sentences on what else changed, and on maps that were sent and not used; left out of
 *     the JSON if empty
 */
public record SymbolicationReport(
    int mapped,
    int total,
    int pending,
    int component,
    int module,
    int approximate,
    int generated,
    int strange,
    List<ScriptEntry> scripts,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes) {
  private static final int MEMBERS_BYTES = 256;

  /**
   * One script as the profile names it, and its map's URL without query; both cut to {@code data:}.
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

  /** Returns this report with further notes. */
  SymbolicationReport withNotes(List<String> further) {
    return further.isEmpty()
        ? this
        : new SymbolicationReport(
            mapped,
            total,
            pending,
            component,
            module,
            approximate,
            generated,
            strange,
            scripts,
            Stream.concat(notes.stream(), further.stream()).toList());
  }

  /** The reports on scripts by index, in the order in which frames first name them. */
  record ResolvedScripts(Map<Integer, ScriptReport> reports) {

    /** Returns the scripts that are incomplete and may be complete a little later. */
    List<SymbolicationReport.ScriptEntry> missing(List<String> urls) {
      return reportOf(urls, ScriptReport::isPassing);
    }

    Duration retryAfter() {
      return reports.values().stream()
          .map(ScriptReport::retryAfter)
          .max(Comparator.naturalOrder())
          .orElse(Duration.ZERO);
    }

    /** Returns the report. Its notes are about changes, so they need a mapped frame. */
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
          originals.count(Origin.COMPONENT),
          originals.count(Origin.MODULE),
          originals.count(Origin.APPROXIMATE),
          originals.generated(),
          originals.strange(),
          reportOf(profile.scripts()),
          originals.mapped() > 0 ? profile.notes() : List.of());
    }

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
