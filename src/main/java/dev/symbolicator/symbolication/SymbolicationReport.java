package dev.symbolicator.symbolication;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was done to a profile. It says nothing of caches or times, so that two answers to one
 * profile are equal.
 *
 * @param mapped frames that now show their original function
 * @param total frames that have a script
 * @param pending scripts that were still on their way when the answer was due
 * @param scripts the scripts that were looked for, in the order in which frames first name them
 */
public record SymbolicationReport(int mapped, int total, int pending, List<ScriptEntry> scripts) {
  private static final int MEMBERS_BYTES = 100;

  /**
   * How it went with one script.
   *
   * @param url the script as the profile names it; of a {@code data:} URL, {@code data:}
   * @param status a {@link dev.symbolicator.script.ScriptStatus} label
   * @param sourceMap the source map's URL without its query, {@code data:} for an inline one
   * @param detail one sentence for a person
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

  /** The bytes that scripts take as JSON. */
  static long jsonBytes(List<ScriptEntry> scripts) {
    return scripts.stream().mapToLong(ScriptEntry::jsonBytes).sum();
  }

  /** The most bytes that it takes as JSON, all of its scripts skipped or not. */
  long jsonBytes() {
    return MEMBERS_BYTES + jsonBytes(scripts);
  }
}
