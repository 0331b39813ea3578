package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.memory.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes temporary files for uploads, with a limit on the bytes of all of them together, and of
 * those of one scope. Thread-safe.
 */
public final class Spool {
  private final TempFolder folder;
  private final long maxBytes;
  private final Map<String, Long> usedByScope = new HashMap<>();
  private long used;

  Spool(TempFolder folder, ObjectLimits limits) {
    this.folder = folder;
    maxBytes = limits.spoolBytes();
  }

  /**
   * Makes a spool in a folder, for tests.
   *
   * @param folder exists
   */
  public static Spool in(Path folder, ObjectLimits limits) {
    FolderAccess access = new FolderAccess("temporary directory", folder);
    return new Spool(new TempFolder(access, folder, limits.leftoverAge()), limits);
  }

  /** Like {@link #begin(String)}, but for files that are charged to no scope, in tests. */
  public SpooledFiles begin() {
    return new SpooledFiles(this, null);
  }

  /**
   * Returns the files of one upload, of which there are none yet. The caller closes them.
   *
   * @param scope may use half of the spool with all its uploads
   */
  public SpooledFiles begin(String scope) {
    return new SpooledFiles(this, scope);
  }

  TempFolder folder() {
    return folder;
  }

  /** Returns the bytes of all files. */
  public synchronized long used() {
    return used;
  }

  /**
   * Charges bytes before they are written.
   *
   * @param scope null if they are charged to no scope
   * @throws StoreUnavailableException if there is no room now
   */
  synchronized void charge(@Nullable String scope, long bytes) throws StoreUnavailableException {
    long ofScope = scope == null ? 0 : usedByScope.getOrDefault(scope, 0L) + bytes;
    if (ofScope > maxBytes / 2) {
      throw new StoreUnavailableException(
          "Uploads of the scope take half of the temporary space.", null);
    }
    if (used + bytes > maxBytes) {
      throw new StoreUnavailableException("Other uploads take all of the temporary space.", null);
    }
    add(scope, bytes);
  }

  synchronized void release(@Nullable String scope, long bytes) {
    add(scope, -bytes);
  }

  private void add(@Nullable String scope, long bytes) {
    used += bytes;
    if (scope != null) {
      usedByScope.merge(scope, bytes, (a, b) -> a + b == 0 ? null : (Long) (a + b));
    }
  }

  /**
   * Content that waits in a temporary file, compressed, until it is stored or dropped.
   *
   * @param sha256 the hash of the content, inflated
   * @param size the size of the content in bytes, inflated
   * @param file the content in gzip
   */
  public record SpooledBlob(String sha256, long size, Path file) {
    /** Returns the content's name in {@link Blobs}. */
    public BlobId id() {
      return new BlobId(sha256, size);
    }
  }

  /** Says that content is larger than its limit. */
  public static final class SpoolOverflowException extends IOException {
    private static final long serialVersionUID = 1;

    private final long maxSize;

    SpoolOverflowException(long maxSize) {
      super("The content has more than " + maxSize + " bytes.");
      this.maxSize = maxSize;
    }

    /** Returns the limit in bytes. */
    public long maxSize() {
      return maxSize;
    }
  }

  /**
   * The temporary files of one upload. All are removed when this object is closed, also those whose
   * content was stored: the store keeps its own. Thread-safe.
   */
  public static final class SpooledFiles implements AutoCloseable {
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

  /**
   * Takes content piece by piece, compresses it to a temporary file and hashes it. Closed before
   * {@link #finish}, the writer removes its file. Not thread-safe.
   */
  public static final class BlobWriter extends OutputStream {
    private final SpooledFiles files;
    private final SpoolFile file;
    private final UploadGzip gzip;
    private final MessageDigest digest = Sha256.digest();
    private final long maxSize;
    private long size;
    private boolean isFinished;

    BlobWriter(SpooledFiles files, SpoolFile file, long maxSize) throws IOException {
      this.files = files;
      this.file = file;
      this.maxSize = maxSize;
      gzip = new UploadGzip(file);
    }

    @Override
    public void write(int single) throws IOException {
      write(new byte[] {(byte) single}, 0, 1);
    }

    /**
     * {@inheritDoc}
     *
     * @throws SpoolOverflowException if the content exceeds its limit
     */
    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      size += length;
      if (size > maxSize) {
        throw new SpoolOverflowException(maxSize);
      }
      digest.update(bytes, from, length);
      gzip.write(bytes, from, length);
    }

    /** Ends the content and returns it; its file stays until the upload ends. */
    public SpooledBlob finish() throws IOException {
      gzip.close();
      isFinished = true;
      return new SpooledBlob(HexFormat.of().formatHex(digest.digest()), size, file.path());
    }

    /** Removes the file unless the content has ended. */
    @Override
    public void close() {
      if (!isFinished) {
        gzip.abandon();
        files.drop(file.path());
      }
    }

    /** Compresses at the level that suits uploads, and can end without writing. */
    private static final class UploadGzip extends GZIPOutputStream {
      private static final int BUFFER = 1 << 16;

      /** Source maps shrink to a quarter, at 78 MB/s; level 5 is a third slower for 1 % less. */
      private static final int LEVEL = 4;

      UploadGzip(OutputStream out) throws IOException {
        super(out, BUFFER);
        def.setLevel(LEVEL);
      }

      /** Frees the native memory. */
      void abandon() {
        def.end();
      }
    }
  }

  /**
   * Writes a temporary file, whose bytes are charged to the spool until the file is removed. A
   * failure to write says what is wrong with the folder. Only one thread writes; any may remove.
   */
  private static final class SpoolFile extends OutputStream {
    private final Spool spool;
    private final @Nullable String scope;
    private final long maxSize;
    private final Path path;
    private final AtomicReference<@Nullable OutputStream> out = new AtomicReference<>();
    private final AtomicLong charged = new AtomicLong();
    private long size;

    /** Makes an empty file. */
    SpoolFile(Spool spool, @Nullable String scope, long maxSize) throws IOException {
      this.spool = spool;
      this.scope = scope;
      this.maxSize = maxSize;
      try {
        path = spool.folder().newFile();
        out.set(Files.newOutputStream(path, StandardOpenOption.WRITE));
      } catch (IOException failed) {
        throw failure(failed);
      }
    }

    Path path() {
      return path;
    }

    private IOException failure(IOException failed) {
      return spool.folder().access().failure(failed);
    }

    @Override
    public void write(int single) throws IOException {
      write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      size += length;
      if (size > maxSize) {
        throw new SpoolOverflowException(maxSize);
      }
      spool.charge(scope, length);
      charged.addAndGet(length);
      OutputStream open = out.get();
      if (open == null) {
        throw new IllegalStateException("The file is closed.");
      }
      try {
        open.write(bytes, from, length);
      } catch (IOException failed) {
        throw failure(failed);
      }
    }

    @Override
    public void close() throws IOException {
      try {
        closeStream();
      } catch (IOException failed) {
        throw failure(failed);
      }
    }

    /** Forgets the stream, which would keep the last array that was written to it. */
    private void closeStream() throws IOException {
      OutputStream open = out.getAndSet(null);
      if (open != null) {
        open.close();
      }
    }

    /** Removes the file. A file that cannot be removed stays charged until the process ends. */
    void remove() {
      try {
        closeStream();
        Files.deleteIfExists(path);
      } catch (IOException stays) {
        return;
      }
      spool.release(scope, charged.getAndSet(0));
    }
  }
}
