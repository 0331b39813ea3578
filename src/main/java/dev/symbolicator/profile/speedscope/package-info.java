/**
 * Files of speedscope, which do not tell from which number their lines count. {@code
 * SpeedscopeFormatTest} speaks for it.
 */
@NullMarked
package dev.symbolicator.profile.speedscope;

import org.jspecify.annotations.NullMarked;
