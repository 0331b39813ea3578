/**
 * Fetches files over HTTP, safely even from URLs that strangers send: policy, addresses, limits,
 * redirects, retries. Neither interprets nor stores the files.
 *
 * <p>Failures are values, {@code FetchFailure}. {@code FetcherAddressTest}, {@code
 * FetcherTrustTest} and {@code FetchPolicyTest} speak for what may be asked, {@code
 * FetcherHostileOriginTest} and {@code FetcherFaultTest} for origins that misbehave.
 */
@NullMarked
package dev.symbolicator.fetch;

import org.jspecify.annotations.NullMarked;
