package dev.symbolicator.store;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

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
   * @throws IOException if the folder cannot be made or written to, cannot rename files, is a
   *     symbolic link, belongs to another user, or is open to others; the message says which
   */
  static DiskFolder of(Path path) throws IOException {
    make(path);
    try (OpenFolder open = OpenFolder.at(path)) {
      String probe = DiskTier.TEMPORARY + UUID.randomUUID();
      String renamed = DiskTier.TEMPORARY + UUID.randomUUID();
      open.file(probe, CREATE_NEW, WRITE).close();
      try {
        UserPrincipal owner = open.attributes(probe, FileOwnerAttributeView.class).getOwner();
        DiskFolder folder = new DiskFolder(path, owner);
        folder.check(open);
        open.move(probe, renamed);
        return folder;
      } finally {
        open.delete(probe);
        open.delete(renamed);
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

  /**
   * An open folder, whose files are reached from the folder itself ({@code openat} and its like)
   * and not by the folder's path.
   *
   * <p>So nothing changes if another user, who may write to the folder above, puts another folder
   * in its place between the check and the use. Where the JDK has no such means, as on Windows,
   * files are found by their paths. Paths are relative to the folder. A link at the end of a path
   * is not followed.
   */
  static final class OpenFolder implements Closeable {
    private static final FileAttribute<?> FILE_MODE =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path folder;
    private final DirectoryStream<Path> stream;
    private final @Nullable SecureDirectoryStream<Path> secure;

    private OpenFolder(Path folder, DirectoryStream<Path> stream) {
      this.folder = folder;
      this.stream = stream;
      secure = stream instanceof SecureDirectoryStream<Path> found ? found : null;
    }

    /** Opens the folder at a path, through a link too, without any check. */
    @SuppressWarnings("StreamResourceLeak") // the returned folder closes it
    static OpenFolder at(Path folder) throws IOException {
      return new OpenFolder(folder, Files.newDirectoryStream(folder));
    }

    /** Returns the attributes of the folder itself. */
    <V extends FileAttributeView> V attributes(Class<V> view) {
      return secure == null
          ? Files.getFileAttributeView(folder, view, LinkOption.NOFOLLOW_LINKS)
          : secure.getFileAttributeView(view);
    }

    <V extends FileAttributeView> V attributes(String path, Class<V> view) {
      return secure == null
          ? Files.getFileAttributeView(folder.resolve(path), view, LinkOption.NOFOLLOW_LINKS)
          : secure.getFileAttributeView(Path.of(path), view, LinkOption.NOFOLLOW_LINKS);
    }

    BasicFileAttributeView attributes(String path) {
      return attributes(path, BasicFileAttributeView.class);
    }

    /** Opens a file. A new one has mode 0600, where the file system has modes. */
    SeekableByteChannel file(String path, OpenOption... options) throws IOException {
      Set<OpenOption> all = new HashSet<>(Set.of(options));
      all.add(LinkOption.NOFOLLOW_LINKS);
      if (secure != null) {
        return secure.newByteChannel(Path.of(path), all, FILE_MODE);
      }
      return isPosix(folder)
          ? Files.newByteChannel(folder.resolve(path), all, FILE_MODE)
          : Files.newByteChannel(folder.resolve(path), all);
    }

    /** Renames a file, and replaces the file that has the other name. */
    void move(String from, String to) throws IOException {
      if (secure == null) {
        Files.move(folder.resolve(from), folder.resolve(to), StandardCopyOption.ATOMIC_MOVE);
      } else {
        secure.move(Path.of(from), secure, Path.of(to));
      }
    }

    /** Deletes a file if there is one. */
    void delete(String path) throws IOException {
      if (secure == null) {
        Files.deleteIfExists(folder.resolve(path));
        return;
      }
      try {
        secure.deleteFile(Path.of(path));
      } catch (NoSuchFileException gone) {
        // nothing is left to delete
      }
    }

    /** Returns the names in a folder below this one, or in this one: {@code "."}. */
    List<String> names(String path) throws IOException {
      List<String> names = new ArrayList<>();
      try (DirectoryStream<Path> entries =
          secure == null
              ? Files.newDirectoryStream(folder.resolve(path))
              : secure.newDirectoryStream(Path.of(path), LinkOption.NOFOLLOW_LINKS)) {
        entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
      } catch (DirectoryIteratorException cut) {
        throw cut.getCause();
      }
      return names;
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
