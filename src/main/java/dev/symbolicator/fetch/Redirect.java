package dev.symbolicator.fetch;

import dev.symbolicator.url.WebUrl;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads where an answer sends its asker (RFC 9110, section 15.4). */
final class Redirect {
  private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);

  private Redirect() {}

  /** The header field of an answer that redirects; null for any other answer. */
  static @Nullable String location(HttpClientResponse response) {
    return STATUSES.contains(response.statusCode())
        ? response.getHeader(HttpHeaders.LOCATION)
        : null;
  }

  /**
   * The URL that a location names, relative to the one that was asked; null if it is none. Header
   * values come as Latin-1; servers write UTF-8, and browsers read it so.
   */
  static @Nullable WebUrl target(String location, WebUrl asked) {
    byte[] bytes = location.getBytes(StandardCharsets.ISO_8859_1);
    return WebUrl.parse(new String(bytes, StandardCharsets.UTF_8), asked);
  }
}
