package dev.symbolicator.fetch;

import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.url.WebUrl;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An answer that led a fetch to another URL (RFC 9110, section 15.4).
 *
 * @param url the URL that answered, without fragment
 */
public record Redirect(WebUrl url, int status, ResponseHeaders headers) {
  private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);
  private static final Set<Integer> PERMANENT = Set.of(301, 308);

  /** Returns the Location header of an answer that redirects; null for any other answer. */
  static @Nullable String location(HttpClientResponse response) {
    return STATUSES.contains(response.statusCode())
        ? response.getHeader(HttpHeaders.LOCATION)
        : null;
  }

  /**
   * Returns the URL that a location names, relative to the URL that was asked; null if the location
   * is not a URL. Header values arrive as Latin-1; servers write UTF-8, and browsers read UTF-8.
   */
  static @Nullable WebUrl target(String location, WebUrl asked) {
    byte[] bytes = location.getBytes(StandardCharsets.ISO_8859_1);
    return WebUrl.parse(new String(bytes, StandardCharsets.UTF_8), asked);
  }

  /** Returns the bytes of heap that the redirect takes at most. */
  long memory() {
    return FileVersion.memory(url) + headers.memory();
  }

  /** Tells whether the redirect is permanent: status 301 or 308. */
  public boolean isPermanent() {
    return PERMANENT.contains(status);
  }
}
