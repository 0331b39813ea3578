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
 * A folder that only this service's user can write to: another user who made one of this name in
 * the temporary directory could forge the names of our frames.
 *
 * <p>It is checked at each use, since a cleaner may delete it and another user may make another. As
 * this may happen right after the check, files are reached through the opened folder, not its path.
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
   * Makes the folder unless it exists, with mode 0700 where the file system has modes.
   *
   * @throws IOException if it cannot be made, written to or used for renaming, is a symbolic link,
   *     belongs to another user, or is open to others
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

  /** Opens the folder; throws if it is absent or not ours. */
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

  /** Opens the folder for writing a file at a relative path, and makes the folders above that. */
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
   * An open folder, whose files are reached from it ({@code openat}) by relative paths, so another
   * folder put in its place changes nothing. Where the JDK cannot, as on Windows, full paths are
   * used. A link at the end of a path is not followed.
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

    void move(String from, String to) throws IOException {
      if (secure == null) {
        Files.move(folder.resolve(from), folder.resolve(to), StandardCopyOption.ATOMIC_MOVE);
      } else {
        secure.move(Path.of(from), secure, Path.of(to));
      }
    }

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
