package dev.symbolicator.fetch;

import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.url.WebUrl;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The result of a fetch: a body, "not modified", or a failure. */
public sealed interface FetchResult
    permits FetchResult.Fetched, FetchResult.NotModified, FetchFailure {

  /** A fetched body without codings, its final URL, and redirects; charged until closed. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared; a copy of 64 MB would be a waste.
  public record Fetched(
      WebUrl finalUrl,
      byte[] body,
      ResponseHeaders headers,
      List<Redirect> redirects,
      ByteBudget.Lease lease)
      implements FetchResult, AutoCloseable {

    public Fetched {
      redirects = List.copyOf(redirects);
    }

    /** Makes a result without redirects. */
    public Fetched(WebUrl url, byte[] body, ResponseHeaders headers, ByteBudget.Lease lease) {
      this(url, body, headers, List.of(), lease);
    }

    @Override
    public void close() {
      lease.close();
    }
  }

  /** Says 304 (RFC 9110, section 15.4.5). The headers update the copy's (RFC 9111, 3.2). */
  public record NotModified(WebUrl finalUrl, ResponseHeaders headers, List<Redirect> redirects)
      implements FetchResult {

    public NotModified {
      redirects = List.copyOf(redirects);
    }
  }

  /** An answer that led elsewhere (RFC 9110, section 15.4); its URL is without fragment. */
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
     * Null if it is no URL; header values arrive as Latin-1, but servers and browsers use UTF-8.
     */
    static @Nullable WebUrl target(String location, WebUrl asked) {
      byte[] bytes = location.getBytes(StandardCharsets.ISO_8859_1);
      return WebUrl.parse(new String(bytes, StandardCharsets.UTF_8), asked);
    }

    long memory() {
      return FileVersion.memory(url) + headers.memory();
    }

    /** Tells whether the redirect is permanent: status 301 or 308. */
    public boolean isPermanent() {
      return PERMANENT.contains(status);
    }
  }
}
