package dev.symbolicator.maps;

import java.util.ArrayList;
import java.util.List;

/** Collects changes, so that listeners are told without a lock. */
final class ChangeList implements LibraryChanges {
  private final List<MapEntry> added = new ArrayList<>();
  private final List<MapEntry> deleted = new ArrayList<>();

  @Override
  public void added(MapEntry entry) {
    added.add(entry);
  }

  @Override
  public void deleted(MapEntry entry) {
    deleted.add(entry);
  }

  void tell(LibraryChanges listener) {
    added.forEach(listener::added);
    deleted.forEach(listener::deleted);
  }
}
