package dev.symbolicator.maps;

/** Takes the entries that facts of the journal delete. */
@FunctionalInterface
interface LibraryChanges {
  /** Takes no notice, for the first reading. */
  LibraryChanges IGNORED = deleted -> {};

  /** Takes an entry that is no longer there. */
  void deleted(MapEntry entry);
}
