/**
 * Sentry's envelopes, and the profiles in them. All other items pass through; {@code EnvelopeTest}
 * and {@code EnvelopePropertyTest} speak for it.
 */
@NullMarked
package dev.symbolicator.profile.envelope;

import org.jspecify.annotations.NullMarked;
