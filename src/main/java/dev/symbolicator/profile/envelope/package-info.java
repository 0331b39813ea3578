/** Sentry's envelopes, and the profiles in them. */
@NullMarked
package dev.symbolicator.profile.envelope;

import org.jspecify.annotations.NullMarked;
