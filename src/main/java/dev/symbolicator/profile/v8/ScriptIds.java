package dev.symbolicator.profile.v8;

import java.util.HashMap;
import java.util.Map;

/** Gives each original source of each script an ID that no script of the profile has. */
public final class ScriptIds {
  /**
   * The IDs of each script's sources. A map sorts keys with equal hash codes only if the keys are
   * comparable, as strings are; a source map may name thousands of such sources.
   */
  private final Map<Integer, Map<String, Integer>> ids = new HashMap<>();

  private final int largestInProfile;
  private int largest;

  /**
   * Gives no ID yet.
   *
   * @param largest the largest ID in the profile
   */
  public ScriptIds(int largest) {
    this.largestInProfile = largest;
    this.largest = largest;
  }

  /** Returns the ID of a source: the next free one at its first use. */
  public int of(int script, String source) {
    return ids.computeIfAbsent(script, any -> new HashMap<>())
        .computeIfAbsent(source, any -> ++largest);
  }

  boolean isEmpty() {
    return ids.isEmpty();
  }

  /** Returns how many IDs were given. */
  public int size() {
    return largest - largestInProfile;
  }
}
