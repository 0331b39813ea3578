package dev.symbolicator.maps.upload;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.symbolicator.maps.upload.UploadReport.ReportedScript.ScriptOutcome;
import dev.symbolicator.sourcemap.SegmentsOutside;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /**
   * The outcome of one script of an upload, as answers show it.
   *
   * @param script the script's URL or path, as profiles name it
   * @param file the script's path in the upload; null if the map was uploaded alone
   * @param map the map's path in the upload, {@code The body} for a map of its own; null if there
   *     is none, or the script holds it
   * @param pairedBy {@code inline}, {@code comment}, {@code debug-id} or {@code name}; null if the
   *     upload has only one of the two
   * @param sources null if the map was not read
   * @param columns null unless script and map were read
   * @param id the entry's ID in the library; null unless the entry is or would be stored
   * @param replaces the ID of the entry whose place this one takes; null if none
   * @param conflictsWith the ID of the stored entry with the same debug ID; null if none
   * @param offset the 0-based byte offset of the error in the inflated map; null if there is none
   * @param detail one or more sentences for people
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

    /**
     * The sources of a map.
     *
     * @param withText how many have their text in the map
     * @param withoutText how many have not
     */
    public record SourceCount(int withText, int withoutText) {}

    /** The outcomes of scripts. */
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

      /** Returns the value in answers. */
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

  /**
   * The segments of a map that lie outside of its script, as answers show them.
   *
   * @param segments how many segments the map has
   * @param outside how many of them lie behind the end of their line, or of the script
   * @param line the 1-based generated line of the first that does; 0 if none
   * @param column its 1-based generated column in UTF-16 units; 0 if none
   */
  public record ColumnCheck(int segments, int outside, int line, int column) {

    static ColumnCheck of(SegmentsOutside found) {
      return new ColumnCheck(
          found.segments(), found.outside(), found.line() + 1, found.column() + 1);
    }
  }
}
