package dev.symbolicator.maps;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of adding one map to the library.
 *
 * @param entry the entry as it is, or would be, stored
 * @param other the entry that was replaced, or that is in conflict; null if there is none
 * @param full the limit that left no room; null if there was room
 */
public record Added(
    MapEntry entry, AddOutcome outcome, @Nullable MapEntry other, @Nullable RoomLimit full) {

  Added(MapEntry entry, AddOutcome outcome, @Nullable MapEntry other) {
    this(entry, outcome, other, null);
  }

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
    /** There is no room for the entry. The entry was not stored. */
    FULL
  }

  /** Tells whether the entry is in the library. */
  public boolean isStored() {
    return outcome == AddOutcome.STORED
        || outcome == AddOutcome.UNCHANGED
        || outcome == AddOutcome.REPLACED;
  }

  /** Tells whether the library changes. */
  boolean isChange() {
    return isStored() && outcome != AddOutcome.UNCHANGED;
  }
}
