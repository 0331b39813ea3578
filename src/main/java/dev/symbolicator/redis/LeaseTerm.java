package dev.symbolicator.redis;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a lease in Redis says, under its seal: when it is over, so that one that is put back later
 * is worth nothing, and whose it is.
 *
 * @param end by the clock of the instance that took it
 * @param id no other lease has it
 */
record LeaseTerm(Instant end, UUID id) {
  private static final int LENGTH = 3 * Long.BYTES;

  static LeaseTerm beginning(Clock clock, Duration time) {
    return new LeaseTerm(clock.instant().plus(time), UUID.randomUUID());
  }

  ByteBuffer bytes() {
    return ByteBuffer.allocate(LENGTH)
        .putLong(end.toEpochMilli())
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .flip();
  }

  /** Reads what {@link #bytes} wrote; null for anything else. */
  static @Nullable LeaseTerm of(byte[] bytes) {
    if (bytes.length != LENGTH) {
      return null;
    }
    ByteBuffer term = ByteBuffer.wrap(bytes);
    return new LeaseTerm(
        Instant.ofEpochMilli(term.getLong()), new UUID(term.getLong(), term.getLong()));
  }

  boolean includes(Instant time) {
    return time.isBefore(end);
  }
}
