package dev.symbolicator.redis;

import java.time.Duration;

/**
 * The fixed limits of Redis.
 *
 * @param connections how many connections there are, each with one command under way
 * @param waiting how many commands wait for a connection; one more is not sent
 * @param valueBytes the largest value that is written or read, with its seal
 * @param pause how long nothing is asked after a failure
 * @param lock how long a lock lasts that nobody releases
 */
public record RedisLimits(
    int connections, int waiting, int valueBytes, Duration pause, Duration lock) {

  /** The limits of the service; tests bring their own. */
  public static final RedisLimits DEFAULT =
      new RedisLimits(8, 1_000, 4 << 20, Duration.ofSeconds(5), Duration.ofSeconds(4));
}
