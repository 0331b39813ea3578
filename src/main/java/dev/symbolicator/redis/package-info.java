/**
 * Stores values in Redis or Valkey for all instances, as the {@code SharedTier} of {@code store}.
 * Does not know what the values mean, and trusts none: a value that comes too late or lacks a valid
 * seal counts as absent.
 *
 * <p>{@code RedisTierTest} and {@code SealTest} speak for values, {@code RedisFaultTest} for
 * servers that fail or lie.
 */
@NullMarked
package dev.symbolicator.redis;

import org.jspecify.annotations.NullMarked;
