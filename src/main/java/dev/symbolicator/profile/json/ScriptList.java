package dev.symbolicator.profile.json;

import dev.symbolicator.memory.MemoryMeter;
import dev.symbolicator.profile.ProfileLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The scripts of a format whose frames spell out their URLs, each once, in order of first use. */
public final class ScriptList {
  private final ProfileLimits limits;
  private final MemoryMeter memory;
  private final FirstProblem problem;
  private final List<String> urls = new ArrayList<>();
  private final Map<String, Integer> indexes = new HashMap<>();

  /** Makes an empty list, which charges the memory. */
  public ScriptList(ProfileLimits limits, MemoryMeter memory, FirstProblem problem) {
    this.limits = limits;
    this.memory = memory;
    this.problem = problem;
  }

  /**
   * Returns the index of a URL; -1 if there is no room for one more, which is a problem.
   *
   * @param offset the place at which a limit is exceeded by the URL
   */
  public int index(String url, long offset) {
    Integer known = indexes.get(url);
    if (known != null) {
      return known;
    }
    int most = limits.maxResources();
    if (urls.size() == most) {
      problem.limitExceeded(ProfileLimits.MAX_RESOURCES, most, offset);
      return -1;
    }
    if (!memory.take(2 * MemoryMeter.RESOURCE, url)) {
      problem.outOfMemory();
      return -1;
    }
    indexes.put(url, urls.size());
    urls.add(url);
    return urls.size() - 1;
  }

  public List<String> urls() {
    return Collections.unmodifiableList(urls);
  }
}
