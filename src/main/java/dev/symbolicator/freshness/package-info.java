/**
 * Computes how long an HTTP answer may be used, by RFC 9111 and its extensions. Sends no requests
 * and keeps no answers.
 */
@NullMarked
package dev.symbolicator.freshness;

import org.jspecify.annotations.NullMarked;
