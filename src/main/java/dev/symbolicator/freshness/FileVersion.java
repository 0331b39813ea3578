package dev.symbolicator.freshness;

import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * One version of a fetched file: where it came from, its content's hash, and how long it may be
 * used.
 *
 * @param url where it came from, after redirects
 * @param sha256 of its bytes, in hexadecimal digits
 * @param headers of the answer, updated by each later "not modified"
 * @param expiry the earliest of the answer's and of every redirect that led to it
 */
public record FileVersion(WebUrl url, String sha256, StoredHeaders headers, Expiry expiry) {
  private static final int OBJECT_BYTES = 512;

  /** A parsed URL holds its parts besides the whole text. */
  private static final int BYTES_PER_URL_CHARACTER = 3;

  /** Tells whether the other version has the same content and came from the same place. */
  public boolean isSameAs(FileVersion other) {
    return sha256.equals(other.sha256) && url.equals(other.url);
  }

  /** Returns the bytes of heap that this version takes at most. */
  public long memory() {
    return OBJECT_BYTES + memory(url) + headers.memory();
  }

  /** Returns the bytes of heap that a parsed URL takes at most; 0 for null. */
  public static long memory(@Nullable WebUrl url) {
    return url == null ? 0 : (long) BYTES_PER_URL_CHARACTER * url.href().length();
  }
}
