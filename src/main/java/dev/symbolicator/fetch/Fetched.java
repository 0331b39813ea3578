package dev.symbolicator.fetch;

import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.memory.ByteBudget;
import dev.symbolicator.url.WebUrl;
import java.util.List;

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
