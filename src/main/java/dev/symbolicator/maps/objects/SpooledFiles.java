package dev.symbolicator.maps.objects;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The temporary files of one upload. All are removed when this object is closed, also those whose
 * content was stored: the store keeps its own. Thread-safe.
 */
public final class SpooledFiles implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final Spool spool;
  private final @Nullable String scope;
  private final Map<Path, SpoolFile> files = new HashMap<>();
  private boolean isClosed;

  SpooledFiles(Spool spool, @Nullable String scope) {
    this.spool = spool;
    this.scope = scope;
  }

  /**
   * Spools content in gzip, and hashes the content as it is read.
   *
   * @param content read to its end, and not closed. Its exceptions are passed on
   * @param maxSize the most bytes of the content
   * @throws SpoolOverflowException if the content has more bytes
   * @throws StoreUnavailableException if there is no room for the file
   */
  public SpooledBlob blob(InputStream content, long maxSize) throws IOException {
    try (BlobWriter blob = writer(maxSize)) {
      copy(content, blob);
      return blob.finish();
    }
  }

  /**
   * Begins a blob whose content the caller writes.
   *
   * @param maxSize the most bytes of the content; a write beyond throws {@link
   *     SpoolOverflowException}
   * @throws StoreUnavailableException if there is no room for the file
   */
  public BlobWriter writer(long maxSize) throws IOException {
    return new BlobWriter(this, newFile(Long.MAX_VALUE), maxSize);
  }

  /**
   * Spools bytes as they are, such as those of an archive.
   *
   * @param content read to its end, and not closed. Its exceptions are passed on
   * @param maxSize the most bytes
   * @throws SpoolOverflowException if there are more bytes
   * @throws StoreUnavailableException if there is no room for the file
   */
  public Path file(InputStream content, long maxSize) throws IOException {
    SpoolFile file = newFile(maxSize);
    boolean isWhole = false;
    try (file) {
      copy(content, file);
      isWhole = true;
    } finally {
      if (!isWhole) {
        drop(file.path());
      }
    }
    return file.path();
  }

  private static void copy(InputStream content, OutputStream out) throws IOException {
    byte[] piece = new byte[BUFFER];
    for (int length = content.read(piece); length >= 0; length = content.read(piece)) {
      out.write(piece, 0, length);
    }
  }

  private SpoolFile newFile(long maxSize) throws IOException {
    SpoolFile file = new SpoolFile(spool, scope, maxSize);
    synchronized (this) {
      if (!isClosed) {
        files.put(file.path(), file);
        return file;
      }
    }
    file.remove();
    throw new IllegalStateException("The upload has ended.");
  }

  /** Removes a blob's file before the upload ends. */
  public void drop(SpooledBlob blob) {
    drop(blob.file());
  }

  /** Removes a file before the upload ends. */
  public void drop(Path path) {
    SpoolFile file;
    synchronized (this) {
      file = files.remove(path);
    }
    if (file != null) {
      file.remove();
    }
  }

  /** Removes all files. */
  @Override
  public void close() {
    List<SpoolFile> left;
    synchronized (this) {
      isClosed = true;
      left = new ArrayList<>(files.values());
      files.clear();
    }
    left.forEach(SpoolFile::remove);
  }
}
