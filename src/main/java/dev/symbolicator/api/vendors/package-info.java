/**
 * The protocols of uploaders that exist already, translated to uploads of {@code maps.upload}.
 * Decides nothing about maps.
 *
 * <p>{@code SentryUploadTest} and {@code DatadogUploadTest} speak as the clients do.
 */
@NullMarked
package dev.symbolicator.api.vendors;

import org.jspecify.annotations.NullMarked;
