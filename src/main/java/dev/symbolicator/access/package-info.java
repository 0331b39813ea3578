/**
 * Tokens that the operator configures, and the scope and the rights that each means. Values are
 * kept as hashes.
 *
 * <p>{@code AccessTokensTest} speaks for the values, {@code TokensTest} of {@code api} for
 * requests.
 */
@NullMarked
package dev.symbolicator.access;

import org.jspecify.annotations.NullMarked;
