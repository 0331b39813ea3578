package dev.symbolicator.maps.objects;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Writes files that are whole and durable as soon as they have their name.
 *
 * <p>A file is written under a temporary name and forced to the disk. Then a hard link gives the
 * file its name, which fails if the name is taken. On a file system without hard links, the file is
 * renamed instead; two processes that write one name at the same moment may then both succeed.
 */
final class FilePublisher {
  private final TempFolder temporary;
  private final DurableFolders folders;

  FilePublisher(TempFolder temporary, DurableFolders folders) {
    this.temporary = temporary;
    this.folders = folders;
  }

  /** Publishes a file unless the name is taken; returns whether the name is new. */
  boolean publish(Path target, Path file) throws IOException {
    if (isTaken(target)) {
      return false;
    }
    if (temporary.holds(file)) {
      makeDurable(file);
      Boolean isNew = link(target, file);
      if (isNew != null) {
        return isNew;
      }
    }
    return publishCopy(target, copy(file));
  }

  /** Publishes bytes unless the name is taken; returns whether the name is new. */
  boolean publish(Path target, byte[] content) throws IOException {
    if (isTaken(target)) {
      return false;
    }
    return publishCopy(target, copy(content));
  }

  private boolean isTaken(Path target) throws IOException {
    folders.makeFor(target);
    boolean isTaken = exists(target);
    if (isTaken) {
      folders.syncFor(target); // another process may have linked it just now
    }
    return isTaken;
  }

  /** Publishes a copy of a file in place of the file that has the name. */
  void replace(Path target, Path file) throws IOException {
    folders.makeFor(target);
    Path copy = copy(file);
    try {
      makeDurable(copy);
      Files.move(copy, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(copy);
    }
    folders.syncFor(target);
  }

  private boolean publishCopy(Path target, Path copy) throws IOException {
    try {
      makeDurable(copy);
      Boolean isNew = link(target, copy);
      return isNew != null ? isNew : moveUnlessExists(target, copy);
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  private static boolean exists(Path target) throws IOException {
    if (Files.isDirectory(target)) {
      throw new FileSystemException(null, null, "a folder has the name of an object");
    }
    return Files.exists(target, LinkOption.NOFOLLOW_LINKS);
  }

  private static void makeDurable(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
      open.force(true);
    }
  }

  /** Links a file; true if the name is new, false if it is taken, null if links do not work. */
  private @Nullable Boolean link(Path target, Path file) throws IOException {
    boolean isNew = true;
    try {
      Files.createLink(target, file);
    } catch (FileAlreadyExistsException taken) {
      isNew = false;
    } catch (IOException | UnsupportedOperationException noLinks) {
      return null;
    }
    folders.syncFor(target); // for a taken name too, as above
    return isNew;
  }

  /** Renames a copy; one thread at a time, since a rename replaces a file of that name. */
  private synchronized boolean moveUnlessExists(Path target, Path copy) throws IOException {
    boolean isNew = !exists(target);
    if (isNew) {
      Files.move(copy, target, StandardCopyOption.ATOMIC_MOVE);
    }
    folders.syncFor(target);
    return isNew;
  }

  private Path copy(Path file) throws IOException {
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      return write(
          out -> {
            long size = in.size();
            for (long at = 0; at < size; ) {
              long moved = in.transferTo(at, size - at, out);
              if (moved <= 0) {
                throw new EOFException("the file became shorter while it was stored");
              }
              at += moved;
            }
          });
    }
  }

  private Path copy(byte[] content) throws IOException {
    return write(
        out -> {
          for (ByteBuffer left = ByteBuffer.wrap(content); left.hasRemaining(); ) {
            out.write(left);
          }
        });
  }

  /** Writes to an open file. */
  private interface FileContent {
    void writeTo(FileChannel out) throws IOException;
  }

  private Path write(FileContent content) throws IOException {
    Path copy = temporary.newFile();
    try (FileChannel out = FileChannel.open(copy, StandardOpenOption.WRITE)) {
      content.writeTo(out);
      return copy;
    } catch (IOException failed) {
      Files.deleteIfExists(copy);
      throw failed;
    }
  }
}
