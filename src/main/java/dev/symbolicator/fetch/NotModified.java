package dev.symbolicator.fetch;

import dev.symbolicator.url.WebUrl;

/**
 * The copy whose {@link Validators} were sent is still right (304): RFC 9110, section 15.4.5.
 *
 * @param finalUrl the URL that said so, which is the validators' own
 * @param headers of the answer, which renew those of the copy (RFC 9111, section 3.2)
 */
public record NotModified(WebUrl finalUrl, ResponseHeaders headers) implements FetchResult {}
