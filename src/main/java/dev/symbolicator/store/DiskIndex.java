package dev.symbolicator.store;

import dev.symbolicator.store.DiskFolder.OpenFolder;
import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
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

  /** A file: relative path, bytes, and last use in milliseconds since 1970. */
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

  /** Takes over a listing. Of two times of last use, the later one counts. */
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

  /** Drops the least recently used files beyond the limits, and returns their paths. */
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

  /** Lists a folder without reading its files. A file without a name of ours stays. */
  static final class DiskListing {
    private static final Duration ABANDONED = Duration.ofHours(1);

    private static final int DEPTH = 2;

    private final OpenFolder folder;
    private final long now;
    private final List<StoredSize> files = new ArrayList<>();

    private DiskListing(OpenFolder folder, long now) {
      this.folder = folder;
      this.now = now;
    }

    /** Lists a folder, and deletes files that a process left half-written. */
    static List<StoredSize> of(OpenFolder folder, long now) throws IOException {
      DiskListing listing = new DiskListing(folder, now);
      for (String name : folder.names(".")) {
        listing.add(name, name, DEPTH);
      }
      return listing.files;
    }

    private void add(String path, String name, int depth) {
      try {
        BasicFileAttributes attributes = folder.attributes(path).readAttributes();
        if (attributes.isDirectory() && depth > 0) {
          for (String below : folder.names(path)) {
            add(path + '/' + below, below, depth - 1);
          }
        } else if (attributes.isRegularFile()) {
          addFile(path, name, attributes);
        }
      } catch (IOException gone) {
        return; // another process deleted the file during the listing
      }
    }

    private void addFile(String path, String name, BasicFileAttributes attributes)
        throws IOException {
      long lastUse = attributes.lastModifiedTime().toMillis();
      if (StoreKey.isPath(path)) {
        files.add(new StoredSize(path, attributes.size(), lastUse));
      } else if (name.startsWith(DiskTier.TEMPORARY) && now - lastUse > ABANDONED.toMillis()) {
        folder.delete(path);
      }
    }
  }
}
