/**
 * Datadog's forms: several parts, of which one is a trace. {@code FormTest} and {@code
 * FormPropertyTest} speak for it.
 */
@NullMarked
package dev.symbolicator.profile.multipart;

import org.jspecify.annotations.NullMarked;
