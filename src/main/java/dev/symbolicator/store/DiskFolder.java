package dev.symbolicator.store;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * A folder that only this service's user can write to. Another user who made a folder of this name
 * in the temporary directory could forge the names of our frames.
 *
 * <p>The folder is checked at each use. A cleaner of temporary directories may delete the folder at
 * any time, and another user may then make one in its place. The replacement may also happen right
 * after the check, so files are reached through the opened folder and not by its path.
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

  /** Returns the folder's path by the configuration. */
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

  /** Returns the user's name for a path. Java writes "?" for the nameless user of a container. */
  private static String user() {
    return System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9_-]", "_");
  }

  /**
   * Makes the folder unless the folder exists, with mode 0700 where the file system has modes.
   *
   * @throws IOException if the folder cannot be made or written to, is a symbolic link, belongs to
   *     another user, or is open to others; the message says which
   */
  static DiskFolder of(Path path) throws IOException {
    make(path);
    try (OpenFolder open = OpenFolder.at(path)) {
      String probe = DiskTier.TEMPORARY + UUID.randomUUID();
      open.file(probe, CREATE_NEW, WRITE).close();
      try {
        UserPrincipal owner = open.attributes(probe, FileOwnerAttributeView.class).getOwner();
        DiskFolder folder = new DiskFolder(path, owner);
        folder.check(open);
        return folder;
      } finally {
        open.delete(probe);
      }
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
      // Another user may have made the folder: the check decides.
    }
  }

  /**
   * Opens the folder.
   *
   * @throws IOException if the folder is absent or not ours
   */
  OpenFolder open() throws IOException {
    OpenFolder open = OpenFolder.at(path);
    try {
      check(open);
      return open;
    } catch (IOException refused) {
      open.close();
      throw refused;
    }
  }

  /**
   * Opens the folder for writing a file, and makes the folders above the file.
   *
   * @param file the file's path relative to the folder
   * @throws IOException if the folder is not ours or cannot be made
   */
  OpenFolder openFor(String file) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      make(path);
    }
    OpenFolder open = open();
    try {
      // By its path, since Java has no other way. At worst an empty folder is made elsewhere.
      Files.createDirectories(path.resolve(file).getParent());
      return open;
    } catch (IOException refused) {
      open.close();
      throw refused;
    }
  }

  /** Returns how many bytes the service could write there. */
  long usableBytes() throws IOException {
    return Files.getFileStore(path).getUsableSpace();
  }

  /** Checks that the opened folder is the one at our path, and is ours alone. */
  private void check(OpenFolder open) throws IOException {
    BasicFileAttributes named =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!named.isDirectory()) {
      throw new IOException("the path is a symbolic link or no folder");
    }
    if (!isPosix(path)) {
      return;
    }
    PosixFileAttributes opened = open.attributes(PosixFileAttributeView.class).readAttributes();
    if (!Objects.equals(opened.fileKey(), named.fileKey())) {
      throw new IOException("another folder took the place of ours");
    }
    if (!opened.owner().equals(owner)) {
      throw new IOException("the folder belongs to another user");
    }
    if (!opened.permissions().equals(PRIVATE)) {
      throw new IOException("the folder's mode is not 0700");
    }
  }
}
