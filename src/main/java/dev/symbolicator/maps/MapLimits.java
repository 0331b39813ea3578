package dev.symbolicator.maps;

import dev.symbolicator.memory.HeapShare;
import java.time.Duration;

/**
 * The fixed limits of the library of uploaded source maps.
 *
 * @param rememberedBytes the heap that remembered look-ups may take, by estimate
 * @param scriptLength the longest URL or path of an uploaded script, in UTF-16 units
 * @param labelLength the longest release, dist or project, in UTF-16 units
 * @param atOnce the objects of all uploads, deletions and look-ups that are written or read at once
 * @param pages the most pages of 1,000 uploads of one key that a look-up reads
 * @param refresh the age from which an instance asks whether the library has changed
 * @param stale the age from which a look-up waits for that answer
 * @param patience how long a look-up waits for the store if an older answer is remembered
 * @param remembered how long a look-up is remembered while the library does not change
 * @param pause the time in which a store that failed is not asked again
 * @param sweep the time between two looks for old releases, unfinished work and the size
 * @param noteAge the age from which unfinished work is taken for that of an ended process
 * @param again the age from which content is stored again by an upload that brings it
 * @param nearMisses the most near misses that a report names
 * @param nearSeen the most uploads of one file name that are looked at for near misses
 */
public record MapLimits(
    long rememberedBytes,
    int scriptLength,
    int labelLength,
    int atOnce,
    int pages,
    Duration refresh,
    Duration stale,
    Duration patience,
    Duration remembered,
    Duration pause,
    Duration sweep,
    Duration noteAge,
    Duration again,
    int nearMisses,
    int nearSeen) {
  /** The limits of the service; tests use others. */
  public static final MapLimits DEFAULT =
      new MapLimits(
          HeapShare.REMEMBERED_UPLOADS.bytes(),
          8_192,
          512,
          16,
          5,
          Duration.ofSeconds(2),
          Duration.ofSeconds(4),
          Duration.ofSeconds(1),
          Duration.ofHours(1),
          Duration.ofSeconds(5),
          Duration.ofHours(1),
          Duration.ofDays(1),
          Duration.ofHours(1),
          3,
          200);
}
