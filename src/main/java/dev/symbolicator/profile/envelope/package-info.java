/**
 * Sentry's envelopes, and the profiles in them. Each item stays as it was, but for profiles.
 *
 * <p>{@code EnvelopeTest} and {@code EnvelopePropertyTest} of {@code profile.formats} speak for
 * this package.
 */
@NullMarked
package dev.symbolicator.profile.envelope;

import org.jspecify.annotations.NullMarked;
