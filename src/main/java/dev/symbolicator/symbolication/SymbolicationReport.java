package dev.symbolicator.symbolication;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
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
}
