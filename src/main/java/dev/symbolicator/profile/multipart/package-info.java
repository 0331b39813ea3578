/**
 * Datadog's forms, of which one part is a trace. All other parts come back as they were.
 *
 * <p>{@code FormTest} and {@code FormPropertyTest} of {@code profile.formats} speak for this
 * package.
 */
@NullMarked
package dev.symbolicator.profile.multipart;

import org.jspecify.annotations.NullMarked;
