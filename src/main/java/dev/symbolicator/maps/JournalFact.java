package dev.symbolicator.maps;

import dev.symbolicator.maps.JournalFact.EntryAdded;
import dev.symbolicator.maps.JournalFact.EntryDeleted;
import dev.symbolicator.maps.JournalFact.EntryUsed;

/**
 * One change of the library. Changes may be applied in any order, and more than once: of equal
 * entries the latest upload counts, an entry exists if its upload is later than its deletion, and
 * the latest use counts (a last-writer-wins element set: Shapiro et al., "A comprehensive study of
 * Convergent and Commutative Replicated Data Types", 2011).
 */
sealed interface JournalFact permits EntryAdded, EntryDeleted, EntryUsed {

  /** An entry was uploaded. */
  record EntryAdded(MapEntry entry) implements JournalFact {}

  /**
   * An entry was deleted, unless its upload is later.
   *
   * @param at in milliseconds since 1970
   */
  record EntryDeleted(String scope, EntryId id, long at) implements JournalFact {

    /** Deletes an entry now, even if the clock of its uploader was ahead. */
    static JournalFact of(MapEntry entry, long now) {
      return new EntryDeleted(entry.scope(), EntryId.of(entry), Math.max(now, entry.uploadedAt()));
    }
  }

  /**
   * An entry answered a script.
   *
   * @param day in days since 1970
   */
  record EntryUsed(String scope, EntryId id, int day) implements JournalFact {}
}
