package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;
import org.jspecify.annotations.Nullable;

/** What is said where the byte budget refuses memory. */
final class Shortage {
  private Shortage() {}

  /**
   * The failure of some work with a script.
   *
   * @param alone whether it needs more than the whole budget, so that to wait is no help
   * @param work what was to be done, as in "read the script"
   * @param sourceMap as {@link ScriptResult#sourceMap()}
   */
  static Failed of(boolean alone, String work, @Nullable String sourceMap) {
    return alone
        ? new Failed(
            ScriptStatus.TOO_LARGE,
            sourceMap,
            "To "
                + work
                + " takes more memory than the service may use. Have the operator give it more heap"
                + " or raise symbolicator.http.max-bytes-in-flight.")
        : new Failed(
            ScriptStatus.OVERLOADED,
            sourceMap,
            "There was not enough memory left to " + work + ".",
            true);
  }
}
