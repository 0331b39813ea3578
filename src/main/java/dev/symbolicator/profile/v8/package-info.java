/** V8's CPU profiles and sampling heap profiles. */
@NullMarked
package dev.symbolicator.profile.v8;

import org.jspecify.annotations.NullMarked;
