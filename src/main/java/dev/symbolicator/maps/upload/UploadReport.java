package dev.symbolicator.maps.upload;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript.ScriptOutcome;
import dev.symbolicator.sourcemap.SegmentsOutside;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of an upload. Scripts are in its order, maps without scripts last. */
public record UploadReport(boolean dryRun, UploadSummary summary, List<ReportedScript> scripts) {

  public UploadReport {
    scripts = List.copyOf(scripts);
  }

  /** The counts of outcomes. Refused are all others, which will not resolve either. */
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

  /**
   * One script's outcome, as answers show it; what is absent is null.
   *
   * @param script its URL or path, as profiles name it
   * @param file the script's path in the upload
   * @param map the map's path in the upload, {@code The body} for a map of its own
   * @param pairedBy {@code inline}, {@code comment}, {@code debug-id} or {@code name}
   * @param id in the library, of an entry that is or would be stored
   * @param replaces the ID of the entry whose place this one takes
   * @param conflictsWith the ID of the entry with the same debug ID
   * @param offset the 0-based byte of the error in the inflated map
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ReportedScript(
      String script,
      @Nullable String file,
      @Nullable String map,
      @Nullable String pairedBy,
      @Nullable String debugId,
      @Nullable SourceCount sources,
      @Nullable ColumnCheck columns,
      ScriptOutcome outcome,
      @Nullable String id,
      @Nullable String replaces,
      @Nullable String conflictsWith,
      @Nullable Long offset,
      String detail) {

    /** The sources of a map that have their text in it, and those that have not. */
    public record SourceCount(int withText, int withoutText) {}

    public enum ScriptOutcome {
      STORED("stored", true),
      UNCHANGED("unchanged", true),
      REPLACED("replaced", true),
      CONFLICT("conflict", false),
      FULL("full", false),
      UNPAIRED("unpaired", false),
      UNREADABLE("unreadable", false),
      MISMATCH("mismatch", false),
      CONTRADICTION("contradiction", false),
      FORBIDDEN("forbidden", false);

      private final String label;
      private final boolean isKept;

      ScriptOutcome(String label, boolean isKept) {
        this.label = label;
        this.isKept = isKept;
      }

      @JsonValue
      public String label() {
        return label;
      }

      /** Tells whether the script's map is in the library, or would be. */
      public boolean isKept() {
        return isKept;
      }
    }
  }

  /** Segments of a map, those outside of its script, and the first's 1-based place; 0 if none. */
  public record ColumnCheck(int segments, int outside, int line, int column) {

    static ColumnCheck of(SegmentsOutside found) {
      return new ColumnCheck(
          found.segments(), found.outside(), found.line() + 1, found.column() + 1);
    }
  }
}
