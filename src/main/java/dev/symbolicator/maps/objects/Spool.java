package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.Blobs.BlobId;
import dev.symbolicator.maps.objects.MapStore.ObjectLimits;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.memory.BulkInputStream;
import dev.symbolicator.memory.Sha256;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes temporary files for uploads, with limits on the bytes of all and of one scope ({@link
 * StoreUnavailableException}). An upload has one file with all its contents, without a name, so the
 * system frees it with the process. Thread-safe.
 */
public final class Spool {
  private static final String PREFIX = "profile-symbolicator-upload-";
  private static final int BUFFER = 1 << 16;

  private final FolderAccess access;
  private final Path folder;
  private final long maxBytes;
  private final Map<String, Long> usedByScope = new HashMap<>();
  private long used;

  /** Touches no file. */
  Spool(FolderAccess access, Path folder, ObjectLimits limits) {
    this.access = access;
    this.folder = folder;
    maxBytes = limits.spoolBytes();
  }

  /** Makes a spool in a folder that exists, for tests. */
  public static Spool in(Path folder, ObjectLimits limits) {
    return new Spool(new FolderAccess("temporary directory", folder), folder, limits);
  }

  /** Like {@link #begin(String)}, but for files that are charged to no scope. */
  public SpooledFiles begin() {
    return new SpooledFiles(this, null);
  }

  /** Begins an upload's files, which the caller closes. A scope may use half of the spool. */
  public SpooledFiles begin(String scope) {
    return new SpooledFiles(this, scope);
  }

  public synchronized long used() {
    return used;
  }

  private synchronized void charge(@Nullable String scope, long bytes)
      throws StoreUnavailableException {
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

  private synchronized void add(@Nullable String scope, long bytes) {
    used += bytes;
    if (scope != null) {
      usedByScope.merge(scope, bytes, (a, b) -> a + b == 0 ? null : (Long) (a + b));
    }
  }

  /**
   * Bytes in a temporary file; failing reads are {@link StoreUnavailableException}. Thread-safe.
   */
  public record SpooledBytes(FileChannel file, long from, long size) {
    /** Returns up to {@code length} bytes from an offset on; fewer only at the end. */
    public byte[] bytes(long at, int length) throws IOException {
      return part(at, at + length).readAllBytes();
    }

    /** Returns a buffered stream of all bytes, which need not be closed. */
    public InputStream stream() {
      return stream(0, size);
    }

    /** Returns a buffered stream of the bytes from one offset to before another, or to the end. */
    public InputStream stream(long first, long end) {
      return new BufferedInputStream(part(first, end), BUFFER);
    }

    /** Other contents of the upload lie before and after, and are never read. */
    private Part part(long first, long end) {
      return new Part(file, from + first, from + Math.max(first, Math.min(end, size)));
    }

    private static final class Part extends BulkInputStream {
      private final FileChannel file;
      private final long end;
      private long at;

      Part(FileChannel file, long from, long end) {
        this.file = file;
        this.at = from;
        this.end = end;
      }

      /** Tells the JDK's reader of gzip that another member may follow. */
      @Override
      public int available() {
        return (int) Math.min(Integer.MAX_VALUE, end - at);
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int most = (int) Math.min(length, end - at);
        if (most <= 0) {
          return length == 0 ? 0 : -1;
        }
        try {
          int read = file.read(ByteBuffer.wrap(bytes, offset, most), at);
          if (read < 0) {
            throw new IOException("the file has become shorter");
          }
          at += read;
          return read;
        } catch (IOException failure) {
          throw new StoreUnavailableException("A temporary file could not be read.", failure);
        }
      }
    }
  }

  /** Content that waits compressed in a temporary file; hash and size are inflated. */
  public record SpooledBlob(String sha256, long size, SpooledBytes gzip) {
    public BlobId id() {
      return new BlobId(sha256, size);
    }

    /** Opens the content, inflated. */
    public InputStream open() throws IOException {
      return new GZIPInputStream(gzip.stream(), BUFFER);
    }
  }

  public static final class SpoolOverflowException extends IOException {
    private static final long serialVersionUID = 1;
    private final long maxSize;

    SpoolOverflowException(long maxSize) {
      super("The content has more than " + maxSize + " bytes.");
      this.maxSize = maxSize;
    }

    public long maxSize() {
      return maxSize;
    }
  }

  /** The contents of one upload, written one at a time. Closing frees them. */
  public static final class SpooledFiles implements AutoCloseable {
    private final Spool spool;
    private final @Nullable String scope;
    private @Nullable FileChannel file;
    private long size;
    private boolean isClosed;

    SpooledFiles(Spool spool, @Nullable String scope) {
      this.spool = spool;
      this.scope = scope;
    }

    /** Spools content in gzip; {@link SpoolOverflowException} beyond so many bytes. */
    public SpooledBlob blob(InputStream content, long maxSize) throws IOException {
      try (BlobWriter blob = writer(maxSize)) {
        content.transferTo(blob);
        return blob.finish();
      }
    }

    /** Begins a blob that the caller writes; {@link SpoolOverflowException} beyond so much. */
    public BlobWriter writer(long maxSize) throws IOException {
      return new BlobWriter(new Appender(this, Long.MAX_VALUE), maxSize);
    }

    /** Spools bytes as they are; {@link SpoolOverflowException} beyond so many bytes. */
    public SpooledBytes file(InputStream content, long maxSize) throws IOException {
      try (Appender bytes = new Appender(this, maxSize)) {
        content.transferTo(bytes);
        return bytes.finish();
      }
    }

    private synchronized FileChannel file() throws IOException {
      if (isClosed) {
        throw new IllegalStateException("The upload has ended.");
      }
      try {
        if (file == null) {
          spool.access.check();
          file = spool.access.namelessFile(spool.folder.resolve(PREFIX + UUID.randomUUID()));
        }
        return file;
      } catch (IOException failed) {
        throw spool.access.failure(failed);
      }
    }

    private synchronized void append(byte[] bytes, int from, int length) throws IOException {
      FileChannel open = file();
      spool.charge(scope, length);
      long end = size;
      size += length;
      try {
        for (ByteBuffer left = ByteBuffer.wrap(bytes, from, length); left.hasRemaining(); ) {
          end += open.write(left, end);
        }
      } catch (IOException failed) {
        throw spool.access.failure(failed);
      }
    }

    private synchronized void truncate(long to) {
      if (!isClosed && to != size) {
        spool.add(scope, to - size);
        size = to;
      }
    }

    /** Frees all contents. Closing again does nothing. */
    @Override
    public synchronized void close() {
      truncate(0);
      isClosed = true;
      try {
        if (file != null) {
          file.close();
        }
      } catch (IOException stays) {
        return; // until the process ends
      }
    }
  }

  /** Appends bytes to the file of an upload. Closed before {@link #finish}, it takes them back. */
  private static final class Appender extends OutputStream {
    private final SpooledFiles files;
    private final long maxSize;
    private final FileChannel file;
    private final long from;
    private long size;
    private boolean isFinished;

    Appender(SpooledFiles files, long maxSize) throws IOException {
      this.files = files;
      this.maxSize = maxSize;
      file = files.file();
      from = files.size;
    }

    @Override
    public void write(int single) throws IOException {
      write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      size += length;
      if (size > maxSize) {
        throw new SpoolOverflowException(maxSize);
      }
      files.append(bytes, offset, length);
    }

    SpooledBytes finish() {
      isFinished = true;
      return new SpooledBytes(file, from, size);
    }

    @Override
    public void close() {
      if (!isFinished) {
        isFinished = true;
        files.truncate(from);
      }
    }
  }

  /** Compresses and hashes content. Closed before {@link #finish}, it takes the content back. */
  public static final class BlobWriter extends OutputStream {
    private final Appender out;
    private final UploadGzip gzip;
    private final MessageDigest digest = Sha256.digest();
    private final long maxSize;
    private long size;

    BlobWriter(Appender out, long maxSize) throws IOException {
      this.out = out;
      this.maxSize = maxSize;
      gzip = new UploadGzip(out);
    }

    @Override
    public void write(int single) throws IOException {
      write(new byte[] {(byte) single}, 0, 1);
    }

    /** Throws {@link SpoolOverflowException} beyond the limit. */
    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      size += length;
      if (size > maxSize) {
        throw new SpoolOverflowException(maxSize);
      }
      digest.update(bytes, from, length);
      gzip.write(bytes, from, length);
    }

    public SpooledBlob finish() throws IOException {
      gzip.finish();
      gzip.free();
      return new SpooledBlob(HexFormat.of().formatHex(digest.digest()), size, out.finish());
    }

    /** Frees the memory, and takes the content back unless it has ended. */
    @Override
    public void close() {
      gzip.free();
      out.close();
    }

    /** Compresses at the level that suits uploads, and can end without writing. */
    private static final class UploadGzip extends GZIPOutputStream {
      /** Source maps shrink to a quarter, at 78 MB/s; level 5 is a third slower for 1 % less. */
      private static final int LEVEL = 4;

      UploadGzip(OutputStream out) throws IOException {
        super(out, BUFFER);
        def.setLevel(LEVEL);
      }

      void free() {
        def.end();
      }
    }
  }
}
