package dev.symbolicator.script;

import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.fetch.NotModified;
import dev.symbolicator.fetch.Validators;
import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a file that was fetched.
 *
 * @param url where it came from, after redirects
 * @param sha256 of its bytes, in hexadecimal digits
 */
record Copy(
    WebUrl url,
    String sha256,
    @Nullable String etag,
    @Nullable String lastModified,
    Expiry expiry) {

  static Copy of(Fetched file, Freshness freshness, long now) {
    return new Copy(
        file.finalUrl(),
        Sha256.of(file.body()),
        file.headers().first("etag"),
        file.headers().first("last-modified"),
        freshness.of(file.finalUrl(), file.headers(), now));
  }

  /** The copy after its origin said that it is still right (RFC 9111, section 4.3.4). */
  Copy renewed(NotModified answer, Freshness freshness, long now) {
    String newEtag = answer.headers().first("etag");
    return new Copy(
        url,
        sha256,
        newEtag == null ? etag : newEtag,
        lastModified,
        freshness.of(url, answer.headers(), now));
  }

  Copy postponedTo(long time) {
    return new Copy(url, sha256, etag, lastModified, expiry.postponedTo(time));
  }

  /** Whether a file is this copy's content, from the same place. */
  boolean isSameAs(Copy other) {
    return sha256.equals(other.sha256) && url.equals(other.url);
  }

  Validators validators() {
    return new Validators(url, etag, lastModified);
  }
}
