package dev.symbolicator.maps.upload;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.symbolicator.maps.upload.ReportedScript.ScriptOutcome;
import java.util.List;

/**
 * The outcome of an upload.
 *
 * @param dryRun whether nothing was stored in any case
 * @param summary the counts of outcomes
 * @param scripts in the order of the upload, maps without scripts last
 */
public record UploadReport(boolean dryRun, UploadSummary summary, List<ReportedScript> scripts) {

  /** Copies the list. */
  public UploadReport {
    scripts = List.copyOf(scripts);
  }

  /**
   * The counts of outcomes.
   *
   * @param scripts all
   * @param stored new in the library
   * @param unchanged in the library already
   * @param replaced new, in place of another entry
   * @param unpaired scripts without a map
   * @param refused all others, which will not resolve either
   */
  public record UploadSummary(
      int scripts, int stored, int unchanged, int replaced, int unpaired, int refused) {}

  static UploadReport of(boolean isDryRun, List<ReportedScript> scripts) {
    int stored = count(scripts, ScriptOutcome.STORED);
    int unchanged = count(scripts, ScriptOutcome.UNCHANGED);
    int replaced = count(scripts, ScriptOutcome.REPLACED);
    int unpaired = count(scripts, ScriptOutcome.UNPAIRED);
    int refused = scripts.size() - stored - unchanged - replaced - unpaired;
    return new UploadReport(
        isDryRun,
        new UploadSummary(scripts.size(), stored, unchanged, replaced, unpaired, refused),
        scripts);
  }

  private static int count(List<ReportedScript> scripts, ScriptOutcome outcome) {
    return (int) scripts.stream().filter(script -> script.outcome() == outcome).count();
  }

  /** Tells whether at least one script has an outcome. */
  public boolean has(ScriptOutcome outcome) {
    return scripts.stream().anyMatch(script -> script.outcome() == outcome);
  }

  /** Tells whether at least one map is in the library, or would be. */
  @JsonIgnore
  public boolean isAnyKept() {
    return scripts.stream().anyMatch(script -> script.outcome().isKept());
  }

  /** Tells whether there are scripts, and all will resolve. */
  @JsonIgnore
  public boolean isAllKept() {
    return !scripts.isEmpty() && scripts.stream().allMatch(script -> script.outcome().isKept());
  }
}
