package dev.symbolicator.maps.upload;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one script of an upload, as answers show it.
 *
 * @param script the script's URL or path, as profiles name it
 * @param file the script's path in the upload; null if the map was uploaded alone
 * @param map the map's path in the upload, {@code The body} for a map of its own; null if there is
 *     none, or the script holds it
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
