package dev.symbolicator.store;

import dev.symbolicator.store.DiskIndex.StoredSize;
import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of a folder as a listing shows them; their content is not read. What has no name that
 * we give is none of ours, and left alone.
 */
final class DiskListing {
  private static final Duration ABANDONED = Duration.ofHours(1);

  /** Of folders, as {@link StoreKey#path} has them. */
  private static final int DEPTH = 2;

  private final OpenFolder folder;
  private final long now;
  private final List<StoredSize> files = new ArrayList<>();

  private DiskListing(OpenFolder folder, long now) {
    this.folder = folder;
    this.now = now;
  }

  /** Lists a folder, and deletes what a process that ended while writing has left there. */
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
      return; // another process deletes files while we list them
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
