/**
 * V8's CPU profiles and sampling heap profiles. {@code V8ProfileTest} and {@code V8PropertyTest}
 * speak for it.
 */
@NullMarked
package dev.symbolicator.profile.v8;

import org.jspecify.annotations.NullMarked;
