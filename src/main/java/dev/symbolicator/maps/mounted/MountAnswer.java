package dev.symbolicator.maps.mounted;

import dev.symbolicator.maps.StoredMap;

/** The answer of the mounted folders, or of the mounted buckets, to one script. */
public sealed interface MountAnswer {

  /** A rule leads to a map. */
  record MountFound(StoredMap map) implements MountAnswer {}

  /**
   * No rule leads to a map.
   *
   * @param detail one sentence for people
   */
  record MountAbsent(String detail) implements MountAnswer {}

  /**
   * A rule leads to files that cannot be read now, so nobody knows whether there is a map.
   *
   * @param rule the rule's name
   */
  record MountUnreadable(String rule) implements MountAnswer {}
}
