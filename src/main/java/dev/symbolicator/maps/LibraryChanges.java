package dev.symbolicator.maps;

/** Takes the entries that facts of the journal add and delete. */
interface LibraryChanges {
  /** Takes no notice, for the first reading. */
  LibraryChanges IGNORED =
      new LibraryChanges() {
        @Override
        public void added(MapEntry entry) {}

        @Override
        public void deleted(MapEntry entry) {}
      };

  /** Takes an entry that is new, or was uploaded again. */
  void added(MapEntry entry);

  /** Takes an entry that is no longer there. */
  void deleted(MapEntry entry);
}
