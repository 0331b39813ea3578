package dev.symbolicator.maps;

import dev.symbolicator.memory.HeapShare;
import java.time.Duration;

/**
 * Fixed limits of the library.
 *
 * @param rememberedBytes heap of look-ups, by estimate
 * @param scriptLength of URLs and paths, in UTF-16 units
 * @param labelLength of release, dist or project, in UTF-16 units
 * @param atOnce objects that are written or read at once
 * @param pages of 1,000 uploads of one key that a look-up reads
 * @param refresh the age from which an instance asks whether the library has changed
 * @param stale the age from which a look-up waits for that answer
 * @param patience of a look-up for the store, if an older answer is remembered
 * @param remembered while the library does not change
 * @param pause after a failure of the store
 * @param sweep between looks for old releases, unfinished work and the size
 * @param noteAge from which unfinished work is that of an ended process
 * @param again the age from which content is stored again by an upload
 * @param nearMisses that a report names
 * @param nearSeen uploads of one file name that are looked at for near misses
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
