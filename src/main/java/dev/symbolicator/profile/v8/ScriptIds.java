package dev.symbolicator.profile.v8;

import java.util.HashMap;
import java.util.Map;

/** Gives each original source of each script an ID that no script of the profile has. */
public final class ScriptIds {
  private record OriginalOfScript(int script, String source) {}

  private final Map<OriginalOfScript, Integer> ids = new HashMap<>();
  private final int largest;

  /**
   * Gives no ID yet.
   *
   * @param largest the largest ID in the profile
   */
  public ScriptIds(int largest) {
    this.largest = largest;
  }

  /** Returns the ID of a source: the next free one at its first use. */
  public int of(int script, String source) {
    return ids.computeIfAbsent(
        new OriginalOfScript(script, source), any -> largest + 1 + ids.size());
  }

  boolean isEmpty() {
    return ids.isEmpty();
  }
}
