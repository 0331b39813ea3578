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
public record SymbolicationReport(int mapped, int total, int pending, List<Script> scripts) {

  /**
   * How it went with one script.
   *
   * @param url the script as the profile names it; of a {@code data:} URL, {@code data:}
   * @param status a {@link dev.symbolicator.script.ScriptStatus} label
   * @param sourceMap the source map's URL without its query, {@code data:} for an inline one
   * @param detail one sentence for a person
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Script(String url, String status, @Nullable String sourceMap, String detail) {}
}
