package dev.symbolicator.store;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.symbolicator.store.DiskFolder.OpenFolder;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes temporary files in the cache's folder, with mode 0600. A file's name is deleted when it is
 * opened, by Windows when it is closed, so its room is freed however the process ends; at most an
 * empty file stays, which {@link DiskTier} deletes. All methods block.
 */
@ApplicationScoped
public class TempFiles {
  /** A disk with less free room counts as full, whatever the language of the system's texts. */
  private static final long FULL = 1 << 20;

  private static final String NO_SPACE = "No space left on device";

  private final Path path;

  TempFiles(StoreConfig config) {
    path = DiskFolder.pathOf(config);
  }

  /** Makes an empty file. */
  public TempFile create() throws TempFileException {
    try {
      return new TempFile(this, DiskFolder.of(path));
    } catch (IOException | SecurityException refused) {
      throw failure(refused);
    }
  }

  public long usableBytes() throws TempFileException {
    try {
      return DiskFolder.of(path).usableBytes();
    } catch (IOException | SecurityException refused) {
      throw failure(refused);
    }
  }

  TempFileException failure(Exception cause) {
    return new TempFileException(reason(cause), cause);
  }

  private String reason(Exception cause) {
    try {
      if (!Files.isDirectory(path)) {
        return "The cache directory cannot be made. Set symbolicator.cache.directory to a folder"
            + " that the service may write to.";
      }
      if (!Files.isWritable(path)) {
        return "The cache directory is read-only for the service. Mount it for writing, and check"
            + " its owner and mode.";
      }
      if (NO_SPACE.equals(words(cause)) || Files.getFileStore(path).getUsableSpace() < FULL) {
        return "The disk of the cache directory is full. Make room there, or lower"
            + " symbolicator.http.max-large-body-size or symbolicator.cache.max-disk-size.";
      }
    } catch (IOException unknown) {
      return "The cache directory cannot be examined. Check the disk.";
    }
    return "The cache directory cannot be used (%s). Check the disk, its quota, and the folder's owner."
        .formatted(words(cause));
  }

  private static String words(Exception cause) {
    @Nullable String words =
        cause instanceof FileSystemException failed ? failed.getReason() : cause.getMessage();
    return words == null || words.contains("/") ? cause.getClass().getSimpleName() : words;
  }

  /** A temporary file without a name. Bytes are appended, and read anywhere. Thread-safe. */
  public static final class TempFile implements AutoCloseable {
    /** The JDK copies each piece through direct memory, which it keeps for the thread. */
    private static final int LARGEST_PIECE = 1 << 18;

    private final TempFiles files;
    private final SeekableByteChannel channel;
    private long size;

    TempFile(TempFiles files, DiskFolder folder) throws IOException {
      this.files = files;
      try (OpenFolder open = folder.open()) {
        channel =
            open.file(
                DiskTier.TEMPORARY + UUID.randomUUID(), CREATE_NEW, READ, WRITE, DELETE_ON_CLOSE);
      }
    }

    public synchronized long size() {
      return size;
    }

    public synchronized void append(byte[] bytes, int offset, int length) throws IOException {
      int written = 0;
      try {
        channel.position(size);
        while (written < length) {
          int piece = Math.min(length - written, LARGEST_PIECE);
          written += channel.write(ByteBuffer.wrap(bytes, offset + written, piece));
        }
      } catch (ClosedChannelException closed) {
        throw closed;
      } catch (IOException refused) {
        throw files.failure(refused);
      }
      size += length;
    }

    /** Reads exactly so many bytes; throws {@link EOFException} if fewer follow. */
    public synchronized void read(long position, byte[] into, int offset, int length)
        throws IOException {
      if (position < 0 || position > size - length) {
        throw new EOFException("The file ends before byte " + (position + length));
      }
      int done = 0;
      try {
        channel.position(position);
        while (done < length) {
          int piece = Math.min(length - done, LARGEST_PIECE);
          int count = channel.read(ByteBuffer.wrap(into, offset + done, piece));
          if (count < 0) {
            throw new IOException("the file was cut off");
          }
          done += count;
        }
      } catch (ClosedChannelException closed) {
        throw closed;
      } catch (IOException unreadable) {
        throw files.failure(unreadable);
      }
    }

    @Override
    public void close() {
      try {
        channel.close(); // not under the lock, which a slow disk may hold
      } catch (IOException stays) {
        return; // until the process ends
      }
    }
  }

  public static final class TempFileException extends IOException {
    private static final long serialVersionUID = 1;

    /** Makes an exception with sentences for people, without the folder's path. */
    TempFileException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
