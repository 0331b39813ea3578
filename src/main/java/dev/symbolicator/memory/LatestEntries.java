package dev.symbolicator.memory;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of limited size that forgets the entry whose key was added first. Not thread-safe. */
public final class LatestEntries<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;

  private final int most;

  /**
   * Makes an empty map.
   *
   * @param most the most entries that are kept
   */
  public LatestEntries(int most) {
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
