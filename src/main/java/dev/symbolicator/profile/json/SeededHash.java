package dev.symbolicator.profile.json;

import java.util.concurrent.ThreadLocalRandom;

/**
 * A hash with a random seed, so that the writer of a profile cannot make keys of open addressing
 * collide.
 */
public final class SeededHash {
  private final long seed = ThreadLocalRandom.current().nextLong();

  /** Different keys have different hashes; the upper half is mixed best. */
  public long of(long key) {
    // The last steps of MurmurHash3, so that each bit of the key decides on each bit of the place.
    long hash = key ^ seed;
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    return (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
  }
}
