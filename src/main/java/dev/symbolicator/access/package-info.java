/**
 * Tokens that the operator configures, and the scope and the rights that each stands for.
 *
 * <p>{@code AccessTokensTest} has each misconfiguration.
 */
@NullMarked
package dev.symbolicator.access;

import org.jspecify.annotations.NullMarked;
