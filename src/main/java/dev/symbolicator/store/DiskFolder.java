package dev.symbolicator.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A folder that is ours alone: a folder in the temporary directory may have been made by somebody
 * else, who would then choose what our frames are called.
 */
final class DiskFolder {
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");
  private static final String POSIX = "posix";

  private DiskFolder() {}

  /**
   * Makes the folder unless it is there, with mode 0700 where the file system has modes.
   *
   * @throws IOException if it cannot be made, cannot be written to, is a symbolic link, belongs to
   *     another user, or is open to others; the message says which
   */
  static void open(Path folder) throws IOException {
    boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains(POSIX);
    if (folder.getParent() != null) {
      Files.createDirectories(folder.getParent());
    }
    try {
      FileAttribute<?>[] mode =
          posix
              ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PRIVATE)}
              : new FileAttribute<?>[0];
      Files.createDirectory(folder, mode);
    } catch (FileAlreadyExistsException exists) {
      // Whoever made it: the checks below decide.
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("it is a symbolic link or no folder");
    }
    Path probe = Files.createTempFile(folder, DiskTier.TEMPORARY, "");
    try {
      if (!Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(probe))) {
        throw new IOException("it belongs to another user");
      }
    } finally {
      Files.delete(probe);
    }
    if (posix
        && !Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(PRIVATE)) {
      throw new IOException("its mode is not 0700");
    }
  }
}
