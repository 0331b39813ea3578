package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a folder once, and says why it cannot be used. One that vanishes is not made again: it
 * could be a volume that is not mounted. Thread-safe.
 */
final class FolderAccess {
  private static final FileAttribute<?> FOLDER_MODE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<?> FILE_MODE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /** A disk with less free room counts as full, whatever the language of the system's texts. */
  private static final long FULL = 1 << 20;

  private static final String NO_SPACE = "No space left on device";

  private final String title;
  private final Path folder;

  private final List<Path> used;

  private final boolean isPosix;
  private volatile boolean isMade;

  /** Touches no file. The title is for messages: {@code folder of source maps}. */
  FolderAccess(String title, Path folder, String... inner) {
    this.title = title;
    this.folder = folder.toAbsolutePath();
    List<Path> folders = List.of(inner).stream().map(this.folder::resolve).toList();
    used = folders.isEmpty() ? List.of(this.folder) : folders;
    isPosix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  Path folder() {
    return folder;
  }

  /** Makes the folders at the first call, later looks for them; throws if that fails. */
  void check() throws StoreUnavailableException {
    if (isMade) {
      if (isGone()) {
        throw failure(null);
      }
      return;
    }
    try {
      make();
    } catch (IOException refused) {
      throw failure(refused);
    }
  }

  private synchronized void make() throws IOException {
    if (!isMade) {
      Files.createDirectories(folder, folderMode());
      for (Path each : used) {
        makeFolder(each);
      }
      sync(folder);
      syncAbove();
      isMade = true;
    }
  }

  /** The folder above may be closed to us, if the operator has made this one. */
  private void syncAbove() {
    Path above = folder.getParent();
    try {
      if (above != null) {
        sync(above);
      }
    } catch (IOException closed) {
      return;
    }
  }

  private boolean isGone() {
    return !used.stream().allMatch(Files::isDirectory);
  }

  /** Makes a folder with mode 0700 unless it exists. */
  void makeFolder(Path made) throws IOException {
    try {
      Files.createDirectory(made, folderMode());
    } catch (FileAlreadyExistsException exists) {
      if (!Files.isDirectory(made)) {
        throw exists;
      }
    }
  }

  /** Makes an empty file with mode 0600, which must not exist. */
  void makeFile(Path made) throws IOException {
    Files.createFile(made, fileMode());
  }

  /** Makes a file with mode 0600 for writing, which must not exist. */
  FileChannel newFile(Path made) throws IOException {
    return FileChannel.open(
        made, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), fileMode());
  }

  /** Makes a file with mode 0600 whose name is deleted at once, or by Windows when it is closed. */
  FileChannel namelessFile(Path made) throws IOException {
    return FileChannel.open(
        made,
        Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE),
        fileMode());
  }

  private FileAttribute<?>[] fileMode() {
    return isPosix ? new FileAttribute<?>[] {FILE_MODE} : new FileAttribute<?>[0];
  }

  private FileAttribute<?>[] folderMode() {
    return isPosix ? new FileAttribute<?>[] {FOLDER_MODE} : new FileAttribute<?>[0];
  }

  /** Makes the entries of a folder durable. Only systems of the Unix family can. */
  void sync(Path synced) throws IOException {
    if (isPosix) {
      try (FileChannel open = FileChannel.open(synced, StandardOpenOption.READ)) {
        open.force(true);
      }
    }
  }

  StoreUnavailableException failure(@Nullable IOException cause) {
    if (cause instanceof StoreUnavailableException known) {
      return known;
    }
    return new StoreUnavailableException("The " + title + ' ' + reason(cause), cause);
  }

  /** Looks at the folder's state, since texts of the system come in its language. */
  private String reason(@Nullable IOException cause) {
    try {
      if (isGone()) {
        return isMade
            ? "is gone. Mount it again, or restart the service with another folder."
            : "cannot be made. Check its path, and the owner and mode of the folder above.";
      }
      if (!used.stream().allMatch(Files::isWritable)) {
        return "is read-only for the service. Mount it for writing, and check its owner and mode.";
      }
      if (NO_SPACE.equals(text(cause)) || Files.getFileStore(folder).getUsableSpace() < FULL) {
        return "is full. Delete source maps of old releases, or enlarge the volume.";
      }
    } catch (IOException unknown) {
      return "cannot be examined. Check the disk.";
    }
    return "cannot be used (" + text(cause) + "). Check the disk and its quota.";
  }

  private static String text(@Nullable IOException cause) {
    String words =
        cause instanceof FileSystemException failed
            ? failed.getReason()
            : cause == null || cause.getMessage() == null || cause.getMessage().contains("/")
                ? null
                : cause.getMessage();
    return words != null ? words : cause == null ? "unknown" : cause.getClass().getSimpleName();
  }
}
