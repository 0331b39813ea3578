/**
 * The files of speedscope. Lines and columns are 1-based, but for V8's heap profiles.
 *
 * <p>{@code SpeedscopeFormatTest} speaks for this package.
 */
@NullMarked
package dev.symbolicator.profile.speedscope;

import org.jspecify.annotations.NullMarked;
