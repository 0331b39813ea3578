package dev.symbolicator.fetch;

import dev.symbolicator.fetch.FetchRequest.Validators;
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

  /**
   * A body that was fetched, its content codings undone. The byte budget stays charged until {@link
   * #close}, so close as soon as the bytes are no longer needed.
   *
   * @param finalUrl the URL that answered, after redirects and without fragment
   * @param headers of the answer that carried the body
   * @param redirects the redirects that led there, in their order
   * @param lease holds the bytes of body, headers and redirects
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared; a copy of 64 MB would be a waste.
  public record Fetched(
      WebUrl finalUrl,
      byte[] body,
      ResponseHeaders headers,
      List<Redirect> redirects,
      ByteBudget.Lease lease)
      implements FetchResult, AutoCloseable {

    /** Copies the list. */
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

  /**
   * Says that the copy whose {@link Validators} were sent is still current: status 304 (RFC 9110,
   * section 15.4.5).
   *
   * @param finalUrl the URL that answered, which is that of the validators
   * @param headers of the answer; they update those of the copy (RFC 9111, section 3.2)
   * @param redirects the redirects that led there, in their order
   */
  public record NotModified(WebUrl finalUrl, ResponseHeaders headers, List<Redirect> redirects)
      implements FetchResult {

    /** Copies the list. */
    public NotModified {
      redirects = List.copyOf(redirects);
    }
  }

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
     * Returns the URL that a location names, relative to the URL that was asked; null if the
     * location is not a URL. Header values arrive as Latin-1; servers write UTF-8, and browsers
     * read UTF-8.
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
}
