/**
 * Forms: Datadog's, of which one part is a trace and all others come back as they were, and those
 * of a caller who sends source maps with a profile ({@code ProfileForm}).
 *
 * <p>{@code FormTest} and {@code FormPropertyTest} of {@code profile.formats} speak for the first,
 * {@code ProfileFormTest} and {@code ProfileFormFuzzTest} for the second.
 */
@NullMarked
package dev.symbolicator.profile.multipart;

import org.jspecify.annotations.NullMarked;
