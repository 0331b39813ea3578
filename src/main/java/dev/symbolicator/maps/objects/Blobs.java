package dev.symbolicator.maps.objects;

import dev.symbolicator.maps.objects.ObjectStore.ObjectInfo;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stores content under its hash, for each scope apart: {@code scope/blobs/ab/abcd…}, compressed
 * with gzip. All methods block on I/O, and all are thread-safe.
 *
 * <p>Every method throws {@link StoreUnavailableException} if the store cannot be used.
 */
public final class Blobs {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final ObjectStore objects;

  /** Makes blobs in a store. */
  public Blobs(ObjectStore objects) {
    this.objects = objects;
  }

  /** Returns the folder of a scope's blobs, which ends with a slash. */
  public static String folder(String scope) {
    return scope + "/blobs/";
  }

  /**
   * Returns the name of a blob.
   *
   * @param sha256 64 lower-case hexadecimal digits
   */
  public static String name(String scope, String sha256) {
    if (!HASH.matcher(sha256).matches()) {
      throw new IllegalArgumentException("not a SHA-256: \"" + sha256 + '"');
    }
    return folder(scope) + sha256.substring(0, 2) + '/' + sha256;
  }

  /** Stores content unless it is stored; returns whether it is new. */
  public boolean store(String scope, SpooledBlob blob) throws IOException {
    return objects.putIfAbsent(name(scope, blob.sha256()), blob.file());
  }

  /** Stores content, also in place of a damaged or an old copy. */
  public void storeAgain(String scope, SpooledBlob blob) throws IOException {
    objects.putAgain(name(scope, blob.sha256()), blob.file());
  }

  /**
   * Opens content, inflated; null if it is absent. The stream throws {@link DamagedObjectException}
   * at its end, or before, if the content has another hash.
   */
  public @Nullable InputStream open(String scope, String sha256) throws IOException {
    return open(scope, new BlobId(sha256, Long.MAX_VALUE));
  }

  /** Like {@link #open(String, String)}, but the stream ends with an error beyond the size. */
  public @Nullable InputStream open(String scope, BlobId blob) throws IOException {
    InputStream stored = objects.open(name(scope, blob.sha256()));
    return stored == null ? null : new BlobStream(stored, blob);
  }

  /** Returns the size of the compressed content, and its age; null if it is absent. */
  public @Nullable ObjectInfo info(String scope, String sha256) throws IOException {
    return objects.info(name(scope, sha256));
  }

  /** Deletes content, if it is stored. */
  public void delete(String scope, String sha256) throws IOException {
    objects.delete(name(scope, sha256));
  }
}
