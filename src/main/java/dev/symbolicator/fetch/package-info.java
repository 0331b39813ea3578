/**
 * Fetches files over HTTP, safely even from URLs that strangers send: policy, addresses, limits,
 * redirects, retries. Neither interprets nor stores the files.
 *
 * <p>Tests: FetcherAddressTest and FetcherTrustTest for where a request may go,
 * FetcherHostileOriginTest, FetcherFaultTest and FetcherRetryTest for what may come back.
 */
@NullMarked
package dev.symbolicator.fetch;

import org.jspecify.annotations.NullMarked;
