/**
 * V8's CPU profiles and sampling heap profiles. Lines and columns are 0-based, but for the old form
 * of a CPU profile.
 *
 * <p>{@code V8ProfileTest} and {@code V8PropertyTest} of {@code profile.formats} speak for this
 * package.
 */
@NullMarked
package dev.symbolicator.profile.v8;

import org.jspecify.annotations.NullMarked;
