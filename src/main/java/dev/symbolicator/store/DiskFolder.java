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
 * A folder that is ours alone: a folder in the temporary directory may have been made by somebody
 * else, who would then choose what our frames are called. It is checked at each use, since what
 * cleans up temporary directories may take it away at any time, and somebody else put another in
 * its place; and it is used as it was opened, since he may do that right after the check.
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
      // Whoever made it: the check decides.
    }
  }

  /**
   * Opens the folder.
   *
   * @throws IOException if it is not there or not ours
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
   * Opens the folder to write a file there; the folders above the file are made.
   *
   * @param file its path relative to the folder
   * @throws IOException if the folder is not ours, or cannot be made
   */
  OpenFolder openFor(String file) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      make(path);
    }
    OpenFolder open = open();
    try {
      // By its path, as Java has no other way: at worst an empty folder comes about elsewhere.
      Files.createDirectories(path.resolve(file).getParent());
      return open;
    } catch (IOException refused) {
      open.close();
      throw refused;
    }
  }

  /** Whether what is open is what our path names, and ours. */
  private void check(OpenFolder open) throws IOException {
    BasicFileAttributes named =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!named.isDirectory()) {
      throw new IOException("it is a symbolic link or no folder");
    }
    if (!isPosix(path)) {
      return;
    }
    PosixFileAttributes opened = open.attributes(PosixFileAttributeView.class).readAttributes();
    if (!Objects.equals(opened.fileKey(), named.fileKey())) {
      throw new IOException("another folder took its place");
    }
    if (!opened.owner().equals(owner)) {
      throw new IOException("it belongs to another user");
    }
    if (!opened.permissions().equals(PRIVATE)) {
      throw new IOException("its mode is not 0700");
    }
  }
}
