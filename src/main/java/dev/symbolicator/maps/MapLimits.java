package dev.symbolicator.maps;

import dev.symbolicator.memory.HeapShare;
import java.time.Duration;

/**
 * The fixed limits of the library of uploaded source maps.
 *
 * @param entries the most entries of one scope
 * @param indexBytes the heap that the entries of all scopes may take, by estimate
 * @param scriptLength the longest URL or path of an uploaded script, in UTF-16 units
 * @param labelLength the longest release, dist or project, in UTF-16 units
 * @param refresh the time between two looks at the journal
 * @param skew how far the clocks of instances may differ
 * @param journalObjects the journal's length from which one instance writes a summary
 * @param journalAtOnce the objects of the journal that are read or deleted at once
 * @param tombstones how long the journal keeps a deletion
 * @param spread the time after which every instance has seen a change
 * @param orphanAge the age from which content without an entry is deleted
 * @param usesPause the time between two notes of last uses in the journal
 * @param nearMisses the most near misses that a report names
 * @param contentsAtOnce the maps and scripts of all uploads that are stored at once
 */
public record MapLimits(
    int entries,
    long indexBytes,
    int scriptLength,
    int labelLength,
    Duration refresh,
    Duration skew,
    int journalObjects,
    int journalAtOnce,
    Duration tombstones,
    Duration spread,
    Duration orphanAge,
    Duration usesPause,
    int nearMisses,
    int contentsAtOnce) {

  /** The limits of the service; tests use others. */
  public static final MapLimits DEFAULT =
      new MapLimits(
          100_000,
          HeapShare.UPLOADED_MAPS_INDEX.bytes(),
          8_192,
          512,
          Duration.ofSeconds(2),
          Duration.ofMinutes(15),
          100,
          8,
          Duration.ofDays(1),
          Duration.ofSeconds(15),
          Duration.ofHours(1),
          Duration.ofHours(6),
          3,
          4);
}
