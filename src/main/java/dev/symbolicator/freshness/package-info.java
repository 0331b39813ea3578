/** Computes how long an HTTP answer may be used, by RFC 9111 and its extensions. */
@NullMarked
package dev.symbolicator.freshness;

import org.jspecify.annotations.NullMarked;
