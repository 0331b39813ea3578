package dev.symbolicator.fetch;

import dev.symbolicator.freshness.ResponseHeaders;
import dev.symbolicator.url.WebUrl;
import java.util.List;

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
