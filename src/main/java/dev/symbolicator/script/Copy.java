package dev.symbolicator.script;

import dev.symbolicator.content.Sha256;
import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.fetch.NotModified;
import dev.symbolicator.fetch.Redirection;
import dev.symbolicator.fetch.Validators;
import dev.symbolicator.url.WebUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a file that was fetched.
 *
 * @param url where it came from, after redirects
 * @param sha256 of its bytes, in hexadecimal digits
 * @param headers of the answer, and of those that said since that it is still right
 * @param expiry of the answer and of every redirect to it: what is asked for is a URL that leads to
 *     the copy, for as long as it does
 */
record Copy(WebUrl url, String sha256, StoredHeaders headers, Expiry expiry) {
  private static final int BYTES_BESIDES = 512;

  static Copy of(Fetched file, Freshness freshness, long now) {
    StoredHeaders headers = StoredHeaders.of(file.headers());
    Expiry expiry = freshness.of(file.finalUrl(), headers, file.headers(), now);
    return new Copy(
        file.finalUrl(),
        Sha256.of(file.body()),
        headers,
        behind(file.redirects(), expiry, freshness, now));
  }

  /** The copy after its origin said that it is still right (RFC 9111, section 4.3.4). */
  Copy renewed(NotModified answer, Freshness freshness, long now) {
    StoredHeaders renewed = headers.updatedBy(answer.headers());
    Expiry expiry = freshness.of(url, renewed, answer.headers(), now);
    return new Copy(url, sha256, renewed, behind(answer.redirects(), expiry, freshness, now));
  }

  private static Expiry behind(
      List<Redirection> redirects, Expiry copy, Freshness freshness, long now) {
    return redirects.stream()
        .map(redirect -> freshness.of(redirect, now))
        .reduce(copy, Expiry::and);
  }

  /** Whether a file is this copy's content, from the same place. */
  boolean isSameAs(Copy other) {
    return sha256.equals(other.sha256) && url.equals(other.url);
  }

  /** Bytes that it takes in memory, at most. */
  long memory() {
    return BYTES_BESIDES + memory(url) + headers.memory();
  }

  /** The same of a URL, which has its parts besides the whole. */
  static long memory(@Nullable WebUrl url) {
    return url == null ? 0 : 3L * url.href().length();
  }

  Validators validators() {
    return new Validators(
        url, headers.get(StoredHeaders.ETAG), headers.get(StoredHeaders.LAST_MODIFIED));
  }
}
