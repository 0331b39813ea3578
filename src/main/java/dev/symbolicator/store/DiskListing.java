package dev.symbolicator.store;

import dev.symbolicator.store.DiskIndex.StoredSize;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The files of a folder as a listing shows them; their content is not read. */
final class DiskListing extends SimpleFileVisitor<Path> {
  private static final Duration ABANDONED = Duration.ofHours(1);

  private final Path folder;
  private final long now;
  private final List<StoredSize> files = new ArrayList<>();

  private DiskListing(Path folder, long now) {
    this.folder = folder;
    this.now = now;
  }

  /** Lists a folder, and deletes what a process that ended while writing has left there. */
  static List<StoredSize> of(Path folder, long now) {
    DiskListing listing = new DiskListing(folder, now);
    try {
      Files.walkFileTree(folder, listing);
    } catch (IOException partly) {
      return listing.files; // what was seen so far is still right
    }
    return listing.files;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    long lastUse = attributes.lastModifiedTime().toMillis();
    Path name = file.getFileName();
    if (name == null || !attributes.isRegularFile()) {
      return FileVisitResult.CONTINUE;
    }
    if (!name.toString().startsWith(DiskTier.TEMPORARY)) {
      String path = folder.relativize(file).toString().replace('\\', '/');
      files.add(new StoredSize(path, attributes.size(), lastUse));
    } else if (now - lastUse > ABANDONED.toMillis()) {
      Files.deleteIfExists(file);
    }
    return FileVisitResult.CONTINUE;
  }

  /** Another process deletes files while we list them. */
  @Override
  public FileVisitResult visitFileFailed(Path file, IOException gone) {
    return FileVisitResult.CONTINUE;
  }
}
