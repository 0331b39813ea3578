package dev.symbolicator.fetch;

import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.url.WebUrl;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What tells whether a copy is still the same (RFC 9110, section 8.8). Validators belong to the URL
 * that answered with them, so they are sent to that URL only, be it the first hop or the last: a
 * redirect that leads elsewhere by now brings a whole body.
 *
 * <p>They may come from a cache that is not trusted: a text that cannot be the value of a header
 * counts as none.
 *
 * @param url the final URL of the copy; its fragment is dropped
 * @param etag value of the ETag header, sent as If-None-Match
 * @param lastModified value of the Last-Modified header, sent as If-Modified-Since
 */
public record Validators(WebUrl url, @Nullable String etag, @Nullable String lastModified) {

  public Validators {
    url = url.withoutFragment();
    etag = etag != null && HeaderText.isValue(etag) ? etag : null;
    lastModified = lastModified != null && HeaderText.isValue(lastModified) ? lastModified : null;
  }

  /** The validators of an answer; null if it has none. */
  public static @Nullable Validators of(WebUrl finalUrl, ResponseHeaders headers) {
    Validators found =
        new Validators(finalUrl, headers.first("etag"), headers.first("last-modified"));
    return found.etag == null && found.lastModified == null ? null : found;
  }

  /** The headers that make a request for {@code asked} conditional; none for another URL. */
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
