package dev.symbolicator.store;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which files there are, the least recently used first, and how much room they take. Thread-safe.
 */
final class DiskIndex {
  private static final long BLOCK = 4096;

  private final long maxBytes;
  private final int maxFiles;
  private final Map<String, Long> files = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  DiskIndex(long maxBytes, int maxFiles) {
    this.maxBytes = maxBytes;
    this.maxFiles = maxFiles;
  }

  /** Room that a file of so many bytes takes, as most file systems count. */
  static long room(long size) {
    return (size + BLOCK - 1) / BLOCK * BLOCK;
  }

  /** Whether a file of so many bytes can be kept at all. */
  boolean admits(long size) {
    return room(size) <= maxBytes;
  }

  /** Makes a file the most recently used one. */
  synchronized void add(String path, long size) {
    Long before = files.put(path, room(size));
    bytes += room(size) - (before == null ? 0 : before);
  }

  /** Makes a file the most recently used one; false if it is not known. */
  synchronized boolean use(String path) {
    return files.get(path) != null;
  }

  synchronized void remove(String path) {
    Long size = files.remove(path);
    bytes -= size == null ? 0 : size;
  }

  synchronized void clear() {
    files.clear();
    bytes = 0;
  }

  /** Drops the least recently used files until the rest keeps to the limits. */
  synchronized List<String> evict() {
    List<String> evicted = new ArrayList<>();
    Iterator<Map.Entry<String, Long>> oldest = files.entrySet().iterator();
    while ((bytes > maxBytes || files.size() > maxFiles) && oldest.hasNext()) {
      Map.Entry<String, Long> file = oldest.next();
      evicted.add(file.getKey());
      bytes -= file.getValue();
      oldest.remove();
    }
    return evicted;
  }

  synchronized long bytes() {
    return bytes;
  }

  synchronized int count() {
    return files.size();
  }
}
