package dev.symbolicator.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An open folder, whose files are reached from the folder itself ({@code openat} and its like) and
 * not by the folder's path.
 *
 * <p>So nothing changes if another user, who may write to the folder above, puts another folder in
 * its place between the check and the use. Where the JDK has no such means, as on Windows, files
 * are found by their paths. Paths are relative to the folder. A link at the end of a path is not
 * followed.
 */
final class OpenFolder implements Closeable {
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

  SeekableByteChannel file(String path, OpenOption... options) throws IOException {
    Set<OpenOption> all = new HashSet<>(Set.of(options));
    all.add(LinkOption.NOFOLLOW_LINKS);
    return secure == null
        ? Files.newByteChannel(folder.resolve(path), all)
        : secure.newByteChannel(Path.of(path), all);
  }

  /** Makes a file with mode 0600, where the file system has modes. */
  SeekableByteChannel privateFile(String path, OpenOption... options) throws IOException {
    Set<OpenOption> all = new HashSet<>(Set.of(options));
    all.add(LinkOption.NOFOLLOW_LINKS);
    if (secure != null) {
      return secure.newByteChannel(Path.of(path), all, FILE_MODE);
    }
    boolean isPosix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    return isPosix
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
