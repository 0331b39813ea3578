/**
 * Redis or Valkey as a store that instances share. Its values are neither trusted nor needed: a
 * value without an answer in time, or without our seal, counts as absent.
 */
@NullMarked
package dev.symbolicator.redis;

import org.jspecify.annotations.NullMarked;
