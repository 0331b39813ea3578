package dev.symbolicator.maps;

/** The limits that refuse a new entry. */
public enum RoomLimit {
  /** The size of one scope's maps and scripts. */
  CONTENT(
      "The scope has no room for the map: its maps and scripts are as large as"
          + " symbolicator.maps.max-size allows. Delete old releases, or have the operator raise"
          + " symbolicator.maps.max-size."),
  /** The number of one scope's entries. */
  ENTRIES(
      "The scope has no room for the map: the scope has the most entries that are possible. Delete"
          + " old releases."),
  /** The heap for the keys of all scopes' entries. */
  INDEX_HEAP(
      "The service has no room for the map: the keys of all maps, and of those deleted within a"
          + " day, take a sixteenth of the heap. Delete old releases and try again a day later, or"
          + " have the operator raise -Xmx.");

  private final String words;

  RoomLimit(String words) {
    this.words = words;
  }

  /** Returns sentences that name the limit, and say what to do. */
  public String words() {
    return words;
  }
}
