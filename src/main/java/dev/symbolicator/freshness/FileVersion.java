package dev.symbolicator.freshness;

import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * One version of a fetched file: its URL after redirects, the SHA-256 of its bytes, its headers,
 * updated by each "not modified", and the earliest expiry of the answer and all redirects to it.
 */
public record FileVersion(WebUrl url, String sha256, StoredHeaders headers, Expiry expiry) {
  private static final int OBJECT_BYTES = 512;

  /** A parsed URL holds its parts besides the whole text. */
  private static final int BYTES_PER_URL_CHARACTER = 3;

  public boolean isSameAs(FileVersion other) {
    return sha256.equals(other.sha256) && url.equals(other.url);
  }

  public long memory() {
    return OBJECT_BYTES + memory(url) + headers.memory();
  }

  /** Returns the bytes of heap that a parsed URL takes at most; 0 for null. */
  public static long memory(@Nullable WebUrl url) {
    return url == null ? 0 : (long) BYTES_PER_URL_CHARACTER * url.href().length();
  }
}
