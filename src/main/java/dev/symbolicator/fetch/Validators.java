package dev.symbolicator.fetch;

import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.url.WebUrl;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The validators of a copy, by which its origin tells whether the copy is still current (RFC 9110,
 * section 8.8). Validators are sent only to the URL that answered with them, at any hop. A redirect
 * that meanwhile leads elsewhere brings a whole body.
 *
 * <p>Validators may come from a cache that is not trusted. A text that cannot be a header's value
 * counts as none.
 *
 * @param url the final URL of the copy; its fragment is dropped
 * @param etag the value of the ETag header, sent as If-None-Match
 * @param lastModified the value of the Last-Modified header, sent as If-Modified-Since
 */
public record Validators(WebUrl url, @Nullable String etag, @Nullable String lastModified) {

  public Validators {
    url = url.withoutFragment();
    etag = etag != null && HeaderText.isValue(etag) ? etag : null;
    lastModified = lastModified != null && HeaderText.isValue(lastModified) ? lastModified : null;
  }

  /** Returns the validators of an answer; null if it has none. */
  public static @Nullable Validators of(WebUrl finalUrl, ResponseHeaders headers) {
    Validators found =
        new Validators(finalUrl, headers.first("etag"), headers.first("last-modified"));
    return found.etag == null && found.lastModified == null ? null : found;
  }

  /** Returns the headers that make a request conditional; none if {@code asked} is another URL. */
  Map<String, String> conditions(WebUrl asked) {
    Map<String, String> conditions = new HashMap<>();
    if (url.equals(asked)) {
      if (etag != null) {
        conditions.put("If-None-Match", etag);
      }
      if (lastModified != null) {
        conditions.put("If-Modified-Since", lastModified);
      }
    }
    return conditions;
  }
}
