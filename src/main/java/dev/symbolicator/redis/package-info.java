/**
 * Stores values in Redis or Valkey for all instances. Does not know what the values mean, and
 * trusts none: a value that comes too late or lacks a valid seal counts as absent.
 *
 * <p>Tests: RedisTierTest, RedisFaultTest.
 */
@NullMarked
package dev.symbolicator.redis;

import org.jspecify.annotations.NullMarked;
