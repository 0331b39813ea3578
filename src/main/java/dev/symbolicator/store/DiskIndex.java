package dev.symbolicator.store;

import java.util.ArrayList;
import java.util.Comparator;
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
  private final Map<String, StoredSize> files = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * A file.
   *
   * @param path relative to the folder
   * @param size in bytes
   * @param lastUse in milliseconds since 1970
   */
  record StoredSize(String path, long size, long lastUse) {

    /** Room it takes, as most file systems count. */
    long room() {
      return DiskIndex.room(size);
    }
  }

  DiskIndex(long maxBytes, int maxFiles) {
    this.maxBytes = maxBytes;
    this.maxFiles = maxFiles;
  }

  static long room(long size) {
    return (size + BLOCK - 1) / BLOCK * BLOCK;
  }

  /** Whether a file of so many bytes can be kept at all. */
  boolean admits(long size) {
    return room(size) <= maxBytes;
  }

  /** Makes a file the most recently used one. */
  synchronized void add(StoredSize file) {
    StoredSize before = files.put(file.path, file);
    bytes += file.room() - (before == null ? 0 : before.room());
  }

  /** Makes a file the most recently used one; false if it is not known. */
  synchronized boolean use(String path, long now) {
    StoredSize file = files.get(path);
    if (file != null) {
      files.put(path, new StoredSize(path, file.size, now));
    }
    return file != null;
  }

  synchronized void remove(String path) {
    StoredSize file = files.remove(path);
    bytes -= file == null ? 0 : file.room();
  }

  /** Takes over what a listing of the folder shows; of files known before, their last use here. */
  synchronized void replaceBy(List<StoredSize> listed) {
    Map<String, StoredSize> unknown = new LinkedHashMap<>();
    listed.forEach(file -> unknown.put(file.path, file));
    List<StoredSize> all = new ArrayList<>();
    for (StoredSize known : files.values()) {
      StoredSize file = unknown.remove(known.path);
      if (file != null) {
        all.add(new StoredSize(file.path, file.size, Math.max(known.lastUse, file.lastUse)));
      }
    }
    all.addAll(unknown.values());
    all.sort(Comparator.comparingLong(StoredSize::lastUse));
    files.clear();
    bytes = 0;
    all.forEach(this::add);
  }

  /** Drops the least recently used files until the rest keeps to the limits. */
  synchronized List<String> evict() {
    List<String> evicted = new ArrayList<>();
    Iterator<StoredSize> oldest = files.values().iterator();
    while ((bytes > maxBytes || files.size() > maxFiles) && oldest.hasNext()) {
      StoredSize file = oldest.next();
      evicted.add(file.path);
      bytes -= file.room();
      oldest.remove();
    }
    return evicted;
  }

  synchronized long bytes() {
    return bytes;
  }
}
