/**
 * Computes how long an HTTP answer may be used, by RFC 9111 and its extensions. Sends no requests
 * and keeps no answers.
 *
 * <p>{@code FreshnessTest} speaks for the rules, {@code StoredHeadersTest} for what is kept.
 */
@NullMarked
package dev.symbolicator.freshness;

import org.jspecify.annotations.NullMarked;
