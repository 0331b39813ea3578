package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.ObjectStore.ObjectInfo;
import dev.symbolicator.maps.objects.ObjectStore.StoreUnavailableException;
import dev.symbolicator.maps.objects.Spool.SpooledBlob;
import dev.symbolicator.memory.BulkInputStream;
import dev.symbolicator.memory.Sha256;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Stores content under its hash, per scope, in gzip: {@code scope/content/ab/abcd…-1234}, where the
 * last number is the size. Methods block, are thread-safe, and throw {@link
 * StoreUnavailableException} if the store cannot be used.
 */
public final class Blobs {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final ObjectStore objects;

  public Blobs(ObjectStore objects) {
    this.objects = objects;
  }

  /** Names content by its hash and size, inflated. */
  public record BlobId(String sha256, long size) {}

  /** Says that a stored object differs from the object that was written. */
  public static final class DamagedObjectException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedObjectException(@Nullable Throwable cause) {
      super("A stored file of a source map is damaged. Upload the source map again.", cause);
    }
  }

  /** Returns the prefix of the names of a scope's blobs. */
  public static String folder(String scope) {
    return scope + "/content/";
  }

  public static String name(String scope, BlobId blob) {
    String sha256 = blob.sha256();
    if (!HASH.matcher(sha256).matches()) {
      throw new IllegalArgumentException("not a SHA-256: \"" + sha256 + '"');
    }
    return folder(scope) + sha256.substring(0, 2) + '/' + sha256 + '-' + blob.size();
  }

  /** Returns the size of the content of a blob's name, inflated; 0 for another name. */
  public static long size(String name) {
    String size = name.substring(name.lastIndexOf('-') + 1);
    return size.matches("\\d{1,18}") ? Long.parseLong(size) : 0;
  }

  /** Stores content, also in place of a damaged or an old copy. */
  public void put(String scope, SpooledBlob blob) throws IOException {
    objects.put(name(scope, blob.id()), blob.gzip());
  }

  /**
   * Inflated, null if absent; {@link DamagedObjectException} at the end for another hash or size.
   */
  public @Nullable InputStream open(String scope, BlobId blob) throws IOException {
    InputStream stored = objects.open(name(scope, blob));
    return stored == null ? null : new BlobStream(stored, blob);
  }

  /** Returns the size of the compressed content, and its age; null if it is absent. */
  public @Nullable ObjectInfo info(String scope, BlobId blob) throws IOException {
    return objects.info(name(scope, blob));
  }

  /** Inflates a blob, and compares size and hash with those of its name. Not thread-safe. */
  private static final class BlobStream extends BulkInputStream {
    private static final int BUFFER = 1 << 16;

    private final InputStream stored;
    private final BlobId blob;
    private final MessageDigest digest = Sha256.digest();
    private @Nullable GZIPInputStream content;
    private long size;
    private boolean isEnded;

    BlobStream(InputStream stored, BlobId blob) {
      this.stored = stored;
      this.blob = blob;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      if (isEnded || length == 0) {
        return isEnded ? -1 : 0;
      }
      int read = inflate(into, from, length);
      if (read < 0) {
        isEnded = true;
        check(HexFormat.of().formatHex(digest.digest()).equals(blob.sha256()));
      } else {
        size += read;
        check(size <= blob.size());
        digest.update(into, from, read);
      }
      return read;
    }

    private int inflate(byte[] into, int from, int length) throws IOException {
      try {
        if (content == null) {
          content = new GZIPInputStream(stored, BUFFER);
        }
        return content.read(into, from, length);
      } catch (EOFException | ZipException damaged) {
        throw new DamagedObjectException(damaged);
      }
    }

    private static void check(boolean isIntact) throws DamagedObjectException {
      if (!isIntact) {
        throw new DamagedObjectException(null);
      }
    }

    @Override
    public void close() throws IOException {
      if (content == null) {
        stored.close();
      } else {
        content.close();
      }
    }
  }
}
