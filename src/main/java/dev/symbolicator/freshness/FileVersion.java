package dev.symbolicator.freshness;

import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * One version of a fetched file: its URL, its content's hash, and how long the version may be used.
 *
 * @param url the URL of the file after all redirects
 * @param sha256 the hash of the file's bytes, in hexadecimal digits
 * @param headers the answer's headers, updated by each later "not modified"
 * @param expiry the earliest times of the answer and of every redirect that led to the answer
 */
public record FileVersion(WebUrl url, String sha256, StoredHeaders headers, Expiry expiry) {
  private static final int OBJECT_BYTES = 512;

  /** A parsed URL holds its parts besides the whole text. */
  private static final int BYTES_PER_URL_CHARACTER = 3;

  /** Tells whether the other version has the same content and the same URL. */
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
