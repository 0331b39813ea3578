package dev.symbolicator.maps.objects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes folders below a folder such that they survive a power failure. Thread-safe.
 *
 * <p>A folder that another process made moments ago may not be durable yet. So each process makes
 * each folder durable once.
 */
final class DurableFolders {
  /** Forgetting a folder costs one call of the system. */
  private static final int REMEMBERED = 10_000;

  private final FolderAccess access;
  private final Path root;
  private final Set<Path> durable = ConcurrentHashMap.newKeySet();

  DurableFolders(FolderAccess access, Path root) {
    this.access = access;
    this.root = root;
  }

  private static Path above(Path file) {
    return Objects.requireNonNull(file.getParent(), "the root is above every file");
  }

  /** Makes the folders above a file, up to the root, which exists. */
  void makeFor(Path file) throws IOException {
    Path folder = above(file);
    if (folder.equals(root) || (durable.contains(folder) && Files.isDirectory(folder))) {
      return;
    }
    makeFor(folder);
    access.makeFolder(folder);
    syncFor(folder);
    if (durable.size() >= REMEMBERED) {
      durable.clear();
    }
    durable.add(folder);
  }

  /** Makes it durable that a file was made or deleted. */
  void syncFor(Path file) throws IOException {
    access.sync(above(file));
  }
}
