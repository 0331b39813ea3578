package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.ObjectStore.ObjectNames;
import dev.symbolicator.maps.objects.Spool.SpooledBytes;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps objects as files of a folder, which processes may share. An object survives a kill or a
 * power failure once it is stored: written under a temporary name, forced to the disk, renamed, and
 * the folder forced too. No name is both that of an object and of a folder.
 */
final class FolderObjects implements ObjectStore {
  static final String OBJECTS = "objects";
  static final String TEMPORARY = "tmp";

  /** Forgetting a folder costs one call of the system. */
  private static final int REMEMBERED_FOLDERS = 10_000;

  private final FolderAccess access;
  private final Path root;
  private final Path temporary;

  /** Folders that this process has made durable. Another process may have made one just now. */
  private final Set<Path> durable = ConcurrentHashMap.newKeySet();

  /** Removes what killed processes left half-written so long ago that no writing takes it. */
  FolderObjects(FolderAccess access, Duration leftoverAge) {
    this.access = access;
    root = access.folder().resolve(OBJECTS);
    temporary = access.folder().resolve(TEMPORARY);
    removeLeftovers(Instant.now().minus(leftoverAge));
  }

  private void removeLeftovers(Instant before) {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(temporary)) {
      for (Path each : all) {
        if (Files.getLastModifiedTime(each).toInstant().isBefore(before)) {
          Files.deleteIfExists(each);
        }
      }
    } catch (IOException | DirectoryIteratorException unavailable) {
      return; // The folder is not there yet, or the next start will do it.
    }
  }

  private interface FileWork<T> {
    @Nullable T run() throws IOException;
  }

  private interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private <T> @Nullable T attempt(FileWork<T> work) throws IOException {
    try {
      return work.run();
    } catch (IOException failed) {
      throw access.failure(failed);
    }
  }

  private Path path(String name) {
    return root.resolve(ObjectNames.name(name));
  }

  private static Path above(Path file) {
    return Objects.requireNonNull(file.getParent(), "the root is above every file");
  }

  @Override
  public void put(String name, SpooledBytes content) throws IOException {
    Path target = path(name);
    attempt(() -> publish(target, out -> content.stream().transferTo(out)));
  }

  @Override
  public void put(String name, byte[] content) throws IOException {
    Path target = path(name);
    attempt(() -> publish(target, out -> out.write(content)));
  }

  private @Nullable Void publish(Path target, Content content) throws IOException {
    access.check();
    makeFolderOf(target);
    if (Files.isDirectory(target)) {
      throw new FileSystemException(null, null, "a folder has the name of an object");
    }
    Path written = temporary.resolve(UUID.randomUUID().toString());
    try {
      try (FileChannel file = access.newFile(written)) {
        content.writeTo(Channels.newOutputStream(file));
        file.force(true);
      }
      Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(written);
    }
    access.sync(above(target));
    return null;
  }

  /** Makes the folders above a file, up to the root, which exists. */
  private void makeFolderOf(Path file) throws IOException {
    Path folder = above(file);
    if (folder.equals(root) || (durable.contains(folder) && Files.isDirectory(folder))) {
      return;
    }
    makeFolderOf(folder);
    access.makeFolder(folder);
    access.sync(above(folder));
    if (durable.size() >= REMEMBERED_FOLDERS) {
      durable.clear();
    }
    durable.add(folder);
  }

  @Override
  public void putEmpty(Collection<String> names) throws IOException {
    List<Path> targets = names.stream().map(this::path).toList();
    attempt(
        () -> {
          access.check();
          Set<Path> folders = new LinkedHashSet<>();
          for (Path target : targets) {
            makeFolderOf(target);
            try {
              access.makeFile(target);
            } catch (FileAlreadyExistsException there) {
              // Another process may have made it just now, so it is forced too.
            }
            folders.add(above(target));
          }
          return sync(folders);
        });
  }

  private @Nullable Void sync(Set<Path> folders) throws IOException {
    for (Path folder : folders) {
      access.sync(folder);
    }
    return null;
  }

  @Override
  public @Nullable InputStream open(String name) throws IOException {
    Path path = path(name);
    return attempt(
        () -> {
          try {
            return Files.isDirectory(path)
                ? null
                : new ReadFile(Files.newInputStream(path), access);
          } catch (NoSuchFileException absent) {
            access.check(); // nothing is absent from a folder that is gone
            return null;
          }
        });
  }

  @Override
  public @Nullable ObjectInfo info(String name) throws IOException {
    Path path = path(name);
    return attempt(
        () -> {
          try {
            return info(name, Files.readAttributes(path, BasicFileAttributes.class));
          } catch (NoSuchFileException absent) {
            access.check();
            return null;
          }
        });
  }

  private static @Nullable ObjectInfo info(String name, BasicFileAttributes found) {
    return found.isRegularFile()
        ? new ObjectInfo(name, found.size(), found.lastModifiedTime().toMillis())
        : null;
  }

  @Override
  public ObjectPage list(String prefix, String after, int most) throws IOException {
    Walk walk = new Walk(ObjectNames.prefix(prefix), after, most);
    try {
      walk.folder(prefix.substring(0, prefix.lastIndexOf('/') + 1));
      access.check();
      return walk.page();
    } catch (IOException failed) {
      throw access.failure(failed);
    }
  }

  @Override
  public void delete(Collection<String> names) throws IOException {
    List<Path> paths = names.stream().map(this::path).toList();
    attempt(
        () -> {
          Set<Path> changed = new LinkedHashSet<>();
          for (Path path : paths) {
            if (Files.deleteIfExists(path)) {
              changed.add(above(path));
            }
          }
          access.check();
          return sync(changed);
        });
  }

  /** Reads a file, and says of a failure that the store is not available. */
  private static final class ReadFile extends FilterInputStream {
    private final FolderAccess access;

    ReadFile(InputStream content, FolderAccess access) {
      super(content);
      this.access = access;
    }

    @Override
    public int read() throws IOException {
      try {
        return in.read();
      } catch (IOException failed) {
        throw access.failure(failed);
      }
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      try {
        return in.read(into, from, length);
      } catch (IOException failed) {
        throw access.failure(failed);
      }
    }
  }

  /**
   * Lists files below a folder in order. As a folder may have far more than are wanted, the least
   * names are kept while it is read, and only listed files are looked at.
   */
  private final class Walk {
    private final String prefix;
    private final String after;
    private final int most;
    private final List<ObjectInfo> listed = new ArrayList<>();

    Walk(String prefix, String after, int most) {
      this.prefix = prefix;
      this.after = after;
      this.most = most;
    }

    /** A file or a folder; the name has no slash at its end. */
    private record Child(Path path, String name) implements Comparable<Child> {
      /** Compares names, of which those of folders end with a slash; {@code -} sorts before it. */
      @Override
      public int compareTo(Child other) {
        return isFolderBefore(other)
            ? 1
            : other.isFolderBefore(this) ? -1 : name.compareTo(other.name);
      }

      private boolean isFolderBefore(Child other) {
        return other.name.length() > name.length()
            && other.name.startsWith(name)
            && other.name.charAt(name.length()) < '/'
            && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
      }
    }

    ObjectPage page() {
      boolean isLast = listed.size() <= most;
      return new ObjectPage(List.copyOf(isLast ? listed : listed.subList(0, most)), isLast);
    }

    void folder(String folder) throws IOException {
      Child last = null;
      do {
        NavigableSet<Child> least = least(folder, last);
        for (Child child : least) {
          if (listed.size() > most) {
            return;
          }
          visit(child);
        }
        last = least.size() > most ? least.last() : null;
      } while (last != null);
    }

    private NavigableSet<Child> least(String folder, @Nullable Child last) throws IOException {
      NavigableSet<Child> least = new TreeSet<>();
      try (DirectoryStream<Path> all = Files.newDirectoryStream(root.resolve(folder))) {
        for (Path each : all) {
          String segment = String.valueOf(each.getFileName());
          Child child = new Child(each, folder + segment);
          if (isWanted(child.name)
              && ObjectNames.isSegment(segment)
              && (last == null || child.compareTo(last) > 0)) {
            least.add(child);
            if (least.size() > most + 1) {
              least.pollLast();
            }
          }
        }
      } catch (NoSuchFileException absent) {
        return least;
      } catch (DirectoryIteratorException failed) {
        throw failed.getCause();
      }
      return least;
    }

    /** Tells whether a file of that name, or one below a folder of that name, may be wanted. */
    private boolean isWanted(String name) {
      String below = name + '/';
      return (name.startsWith(prefix) || prefix.startsWith(below))
          && (below.compareTo(after) > 0 || after.startsWith(below));
    }

    private void visit(Child child) throws IOException {
      try {
        BasicFileAttributes found =
            Files.readAttributes(child.path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        ObjectInfo file = info(child.name, found);
        if (found.isDirectory()) {
          folder(child.name + '/');
        } else if (file != null && child.name.compareTo(after) > 0) {
          listed.add(file);
        }
      } catch (NoSuchFileException deletedMeanwhile) {
        return;
      }
    }
  }
}
