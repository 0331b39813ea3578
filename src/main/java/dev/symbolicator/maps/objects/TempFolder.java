package dev.symbolicator.maps.objects;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A folder of one process for its temporary files, beside those of other processes.
 *
 * <p>Each process holds a lock on a file in its folder. The system releases the lock when the
 * process ends, however it ends, and the next start removes the folder. Thread-safe.
 */
final class TempFolder {
  static final String PREFIX = "profile-symbolicator-uploads-";
  static final String LOCK = "lock";

  /** Names the folders of this process. A look at their locks would release the locks. */
  private static final String PROCESS = PREFIX + UUID.randomUUID() + '-';

  private static final AtomicInteger COUNT = new AtomicInteger();

  /** A process locks its new folder within this time. */
  private static final Duration NEW = Duration.ofMinutes(1);

  private final FolderAccess access;
  private final Path parent;
  private final Duration leftoverAge;
  private @Nullable Path folder;
  private @Nullable FileChannel lock;

  /**
   * Touches no file.
   *
   * @param parent the folder above those of all processes
   * @param leftoverAge the age at which a folder counts as left over where there are no locks
   */
  TempFolder(FolderAccess access, Path parent, Duration leftoverAge) {
    this.access = access;
    this.parent = parent.toAbsolutePath();
    this.leftoverAge = leftoverAge;
  }

  FolderAccess access() {
    return access;
  }

  /** Tells whether a file is in a folder of this process. */
  boolean holds(Path file) {
    Path above = file.toAbsolutePath().getParent();
    return above != null && parent.equals(above.getParent()) && isOfThisProcess(above);
  }

  private static boolean isOfThisProcess(Path folder) {
    return String.valueOf(folder.getFileName()).startsWith(PROCESS);
  }

  /** Makes an empty file with mode 0600. */
  Path newFile() throws IOException {
    Path file = folder().resolve(UUID.randomUUID().toString());
    access.makeFile(file);
    return file;
  }

  private synchronized Path folder() throws IOException {
    access.check();
    if (folder == null || !Files.isDirectory(folder)) {
      folder = make();
    }
    return folder;
  }

  private Path make() throws IOException {
    if (lock != null) {
      lock.close();
    }
    Path made = parent.resolve(PROCESS + COUNT.incrementAndGet());
    access.makeFolder(made);
    Path file = made.resolve(LOCK);
    access.makeFile(file);
    lock = FileChannel.open(file, StandardOpenOption.WRITE);
    try {
      FileLock unused = lock.tryLock();
    } catch (IOException noLocks) {
      return made; // other processes go by the folder's age
    }
    return made;
  }

  /** Removes the folder at the end of this process, or of a test. */
  synchronized void remove() {
    if (folder != null) {
      removeFiles(folder);
      folder = null;
    }
    try {
      if (lock != null) {
        lock.close();
      }
    } catch (IOException unlocked) {
      return;
    }
  }

  /** Removes the files of processes that have ended. A file that cannot be removed stays. */
  void removeLeftovers() {
    for (Path each : list(parent, PREFIX + '*')) {
      if (!isOfThisProcess(each) && isLeftOver(each)) {
        removeFiles(each);
      }
    }
  }

  private static void removeFiles(Path folder) {
    list(folder, "*").forEach(TempFolder::delete);
    delete(folder);
  }

  private boolean isLeftOver(Path other) {
    Path file = other.resolve(LOCK);
    try {
      if (!isOurs(other) || !isOlder(other, NEW) || !isOlder(file, NEW)) {
        return false;
      }
      try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE);
          FileLock held = open.tryLock()) {
        return held != null;
      }
    } catch (NoSuchFileException neverLocked) {
      return true;
    } catch (IOException noLocks) {
      return isAbandoned(other);
    }
  }

  /** In a temporary directory, another user's folder may turn into a link. */
  private boolean isOurs(Path other) throws IOException {
    return Files.isDirectory(other, LinkOption.NOFOLLOW_LINKS)
        && Files.getOwner(other, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(folder()));
  }

  private boolean isAbandoned(Path other) {
    try {
      return isOlder(other, leftoverAge);
    } catch (IOException unknown) {
      return false;
    }
  }

  private static boolean isOlder(Path file, Duration age) throws IOException {
    return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
        .toInstant()
        .isBefore(Instant.now().minus(age));
  }

  private static List<Path> list(Path folder, String pattern) {
    List<Path> listed = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, pattern)) {
      all.forEach(listed::add);
    } catch (IOException | DirectoryIteratorException unreadable) {
      return listed;
    }
    return listed;
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException stays) {
      return;
    }
  }
}
