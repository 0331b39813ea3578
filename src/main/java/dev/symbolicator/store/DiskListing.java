package dev.symbolicator.store;

import dev.symbolicator.store.DiskIndex.StoredSize;
import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists the files of a folder without reading them. A file without a name that we give is not ours,
 * and is left alone.
 */
final class DiskListing {
  private static final Duration ABANDONED = Duration.ofHours(1);

  /** Levels of folders in {@link StoreKey#path}. */
  private static final int DEPTH = 2;

  private final OpenFolder folder;
  private final long now;
  private final List<StoredSize> files = new ArrayList<>();

  private DiskListing(OpenFolder folder, long now) {
    this.folder = folder;
    this.now = now;
  }

  /** Lists a folder, and deletes files that a process left half-written when the process ended. */
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
