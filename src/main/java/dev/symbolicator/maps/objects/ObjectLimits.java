package dev.symbolicator.maps.objects;

import java.time.Duration;

/**
 * The fixed limits of the store of uploaded source maps.
 *
 * @param spoolBytes the most bytes that all uploads may keep in temporary files at once
 * @param leftoverAge the age from which temporary files of an ended process are removed, if the
 *     file system has no locks
 * @param nameLength the longest name of an object in characters, without the bucket's prefix
 * @param connectTimeout the time to connect to the bucket's server
 * @param stallTimeout the longest time without a byte from the bucket's server
 * @param smallTimeout the time of one request for a list or a small object, with its retries
 * @param fileTimeout the time of one upload of a file to the bucket, with its retries
 * @param attempts how often a request to the bucket is sent at most
 * @param connections the most connections to the bucket's server
 */
public record ObjectLimits(
    long spoolBytes,
    Duration leftoverAge,
    int nameLength,
    Duration connectTimeout,
    Duration stallTimeout,
    Duration smallTimeout,
    Duration fileTimeout,
    int attempts,
    int connections) {

  /** The limits of the service; tests use others. */
  public static final ObjectLimits DEFAULT =
      new ObjectLimits(
          4L << 30,
          Duration.ofHours(1),
          900,
          Duration.ofSeconds(3),
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofMinutes(2),
          3,
          32);
}
