package dev.symbolicator.maps;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of adding one map to the library.
 *
 * @param entry the entry as it is, or would be, stored
 * @param other the entry that was replaced, or that is in conflict; null if there is none
 */
public record Added(MapEntry entry, AddOutcome outcome, @Nullable MapEntry other) {
  /** What adding an entry did. */
  public enum AddOutcome {
    /** The entry is new. */
    STORED,
    /** An equal entry was there already. */
    UNCHANGED,
    /** The entry is found by its URL and release in place of another. */
    REPLACED,
    /** Another map has the debug ID. The entry was not stored. */
    CONFLICT,
    /** The scope's maps and scripts are as large as they may be. The entry was not stored. */
    FULL
  }

  /** Tells whether the entry is in the library. */
  public boolean isStored() {
    return outcome != AddOutcome.CONFLICT && outcome != AddOutcome.FULL;
  }

  /** Tells whether the library changes. */
  boolean isChange() {
    return isStored() && outcome != AddOutcome.UNCHANGED;
  }
}
