/**
 * The protocols of Sentry's and Datadog's uploaders, translated to uploads of {@code maps.upload}.
 * Decides nothing about maps.
 *
 * <p>{@code SentryUploadTest} and {@code DatadogUploadTest} speak for the protocols, {@code
 * VendorLimitsTest} and {@code StoreFailuresTest} for limits and failures.
 */
@NullMarked
package dev.symbolicator.api.vendors;

import org.jspecify.annotations.NullMarked;
