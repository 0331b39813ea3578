package dev.symbolicator.fetch;

import dev.symbolicator.url.WebUrl;
import java.util.Set;

/**
 * An answer that led a fetch to another URL (RFC 9110, section 15.4).
 *
 * @param url where it came from, without fragment
 */
public record Redirection(WebUrl url, int status, ResponseHeaders headers) {
  /** Of the URL, which has its parts besides the whole. */
  private static final long MEMORY_OF_CHARACTER = 3;

  private static final Set<Integer> PERMANENT = Set.of(301, 308);

  /** Bytes that it takes in memory, at most. */
  long memory() {
    return MEMORY_OF_CHARACTER * url.href().length() + headers.memory();
  }

  /** Whether the URL leads elsewhere for good, as far as its origin can tell. */
  public boolean isPermanent() {
    return PERMANENT.contains(status);
  }
}
