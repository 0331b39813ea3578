package dev.symbolicator.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists the stored files, the least recently used first, and adds up their room. Thread-safe. */
final class DiskIndex {
  private static final long BLOCK = 4096;

  private final long maxBytes;
  private final int maxFiles;
  private final Map<String, StoredSize> files = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * A stored file.
   *
   * @param path the path relative to the folder
   * @param size the file's length in bytes
   * @param lastUse the time of the last use in milliseconds since 1970
   */
  record StoredSize(String path, long size, long lastUse) {

    /** Returns the bytes that the file takes on most file systems. */
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

  /** Tells whether a file of so many bytes is within the limit by itself. */
  boolean admits(long size) {
    return room(size) <= maxBytes;
  }

  /** Makes a file the most recently used one. */
  synchronized void add(StoredSize file) {
    StoredSize before = files.put(file.path, file);
    bytes += file.room() - (before == null ? 0 : before.room());
  }

  /** Makes a file the most recently used one; false if the file is unknown. */
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

  /**
   * Takes over a listing of the folder. The last use of a file that was known before is the later
   * of both times.
   */
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

  /**
   * Drops the least recently used files until the rest keeps to the limits; returns their paths.
   */
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
