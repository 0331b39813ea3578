/** Files of speedscope. */
@NullMarked
package dev.symbolicator.profile.speedscope;

import org.jspecify.annotations.NullMarked;
