/**
 * Shares stored values between instances through Redis or Valkey. The values are neither trusted
 * nor needed: a value that does not come in time, or lacks our seal, counts as absent.
 */
@NullMarked
package dev.symbolicator.redis;

import org.jspecify.annotations.NullMarked;
