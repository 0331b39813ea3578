package dev.symbolicator.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/**
 * A folder that is ours alone: a folder in the temporary directory may have been made by somebody
 * else, who would then choose what our frames are called. It is checked at each use, since what
 * cleans up temporary directories may take it away at any time, and somebody else put another in
 * its place.
 */
final class DiskFolder {
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");
  private static final String POSIX = "posix";

  private final Path path;
  private final UserPrincipal owner;

  private DiskFolder(Path path, UserPrincipal owner) {
    this.path = path;
    this.owner = owner;
  }

  /** Where the folder is to be. */
  static Path pathOf(StoreConfig config) {
    return config
        .directory()
        .map(directory -> Path.of(directory, "profile-symbolicator"))
        .orElseGet(
            () ->
                Path.of(
                    System.getProperty("java.io.tmpdir", "/tmp"),
                    "profile-symbolicator-" + user()));
  }

  /** In a container the user may have no name, which Java then calls "?". */
  private static String user() {
    return System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9_-]", "_");
  }

  /**
   * Makes the folder unless it is there, with mode 0700 where the file system has modes.
   *
   * @throws IOException if it cannot be made, cannot be written to, is a symbolic link, belongs to
   *     another user, or is open to others; the message says which
   */
  static DiskFolder open(Path path) throws IOException {
    make(path);
    if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("it is a symbolic link or no folder");
    }
    Path probe = Files.createTempFile(path, DiskTier.TEMPORARY, "");
    try {
      DiskFolder folder = new DiskFolder(path, Files.getOwner(probe));
      folder.check();
      return folder;
    } finally {
      Files.delete(probe);
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains(POSIX);
  }

  private static void make(Path path) throws IOException {
    if (path.getParent() != null) {
      Files.createDirectories(path.getParent());
    }
    try {
      FileAttribute<?>[] mode =
          isPosix(path)
              ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PRIVATE)}
              : new FileAttribute<?>[0];
      Files.createDirectory(path, mode);
    } catch (FileAlreadyExistsException exists) {
      // Whoever made it: the check decides.
    }
  }

  Path path() {
    return path;
  }

  /**
   * A path below the folder, to be read.
   *
   * @throws IOException if the folder is not there or not ours
   */
  Path existing(String relative) throws IOException {
    check();
    return path.resolve(relative);
  }

  /**
   * A path below the folder, to be written; the folders above it are made.
   *
   * @throws IOException if the folder is not ours, or cannot be made
   */
  Path prepared(String relative) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      make(path);
    }
    Path prepared = existing(relative);
    Files.createDirectories(prepared.getParent());
    return prepared;
  }

  private void check() throws IOException {
    if (!isPosix(path)) {
      return;
    }
    PosixFileAttributes found =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!found.isDirectory()) {
      throw new IOException("it is a symbolic link or no folder");
    }
    if (!found.owner().equals(owner)) {
      throw new IOException("it belongs to another user");
    }
    if (!found.permissions().equals(PRIVATE)) {
      throw new IOException("its mode is not 0700");
    }
  }
}
