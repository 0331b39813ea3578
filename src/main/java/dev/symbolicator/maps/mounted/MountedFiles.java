package dev.symbolicator.maps.mounted;

import dev.symbolicator.maps.mounted.MountedRules.MountedPath;
import dev.symbolicator.maps.objects.BucketReader;
import dev.symbolicator.maps.objects.BucketReader.ObjectVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads files of mounted folders, or objects of mounted buckets. All methods block on I/O. */
interface MountedFiles {

  /** A version of a file: time of change and inode, or an entity tag. */
  record FileState(long size, String version) {}

  /** Returns the state of a file; null if there is no such file, or can be none under this name. */
  @Nullable FileState state(MountedPath path) throws IOException;

  /** Opens a file behind its first bytes; null if there is no such file. */
  @Nullable InputStream open(MountedPath path, long from) throws IOException;

  static final class BucketFiles implements MountedFiles {
    /** The longest key of S3, in bytes. */
    private static final int MAX_KEY = 1024;

    private final BucketReader reader;

    BucketFiles(BucketReader reader) {
      this.reader = reader;
    }

    @Override
    public @Nullable FileState state(MountedPath path) throws IOException {
      if (path.bucketKey().getBytes(StandardCharsets.UTF_8).length > MAX_KEY) {
        return null;
      }
      ObjectVersion found = reader.version(path.bucket(), path.bucketKey());
      return found == null ? null : new FileState(found.size(), found.tag());
    }

    @Override
    public @Nullable InputStream open(MountedPath path, long from) throws IOException {
      return reader.open(path.bucket(), path.bucketKey(), from);
    }
  }

  /** Reads mounted folders. Links are followed, as Kubernetes has them, but never out. */
  static final class FolderFiles implements MountedFiles {
    /** The longest name and the longest path of Linux, in bytes. */
    private static final int MAX_NAME = 255;

    private static final int MAX_PATH = 4095;

    @Override
    public @Nullable FileState state(MountedPath path) throws IOException {
      Path file = real(path);
      if (file == null) {
        return null;
      }
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return attributes.isRegularFile()
          ? new FileState(
              attributes.size(), attributes.lastModifiedTime() + " " + attributes.fileKey())
          : null;
    }

    @Override
    public @Nullable InputStream open(MountedPath path, long from) throws IOException {
      Path file = real(path);
      if (file == null) {
        return null;
      }
      InputStream in = Files.newInputStream(file);
      try {
        in.skipNBytes(from);
        return in;
      } catch (IOException failed) {
        in.close();
        throw failed;
      }
    }

    private static @Nullable Path real(MountedPath path) throws IOException {
      Path folder;
      Path named;
      try {
        folder = Path.of(path.location()).toRealPath();
        named = folder.resolve(path.path());
      } catch (NoSuchFileException | InvalidPathException absent) {
        return null;
      }
      if (isTooLong(named)) {
        return null;
      }
      try {
        Path file = named.toRealPath();
        return file.startsWith(folder) ? file : null;
      } catch (NoSuchFileException absent) {
        return null;
      } catch (FileSystemException unreadable) {
        if (isBelowFile(named, folder)) {
          return null;
        }
        throw unreadable;
      }
    }

    private static boolean isTooLong(Path path) {
      return length(path) > MAX_PATH
          || StreamSupport.stream(path.spliterator(), false)
              .anyMatch(name -> length(name) > MAX_NAME);
    }

    private static int length(Path path) {
      return path.toString().getBytes(StandardCharsets.UTF_8).length;
    }

    private static boolean isBelowFile(Path path, Path folder) {
      Path above = path.getParent();
      while (above != null && !above.equals(folder)) {
        if (Files.isRegularFile(above)) {
          return true;
        }
        above = above.getParent();
      }
      return false;
    }
  }
}
