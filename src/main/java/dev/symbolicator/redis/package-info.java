/**
 * Redis or Valkey as what instances share. It is neither trusted nor needed: what cannot be had in
 * time, or was not written with our key, counts as absent.
 */
@NullMarked
package dev.symbolicator.redis;

import org.jspecify.annotations.NullMarked;
