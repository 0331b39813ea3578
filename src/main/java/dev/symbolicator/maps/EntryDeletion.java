package dev.symbolicator.maps;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Deletes entries, and collects the hashes of their maps and scripts by scope. */
final class EntryDeletion {
  /** Entries that are deleted at a time, and are in memory as objects. */
  static final int AT_ONCE = 1_000;

  private final Map<String, Set<String>> hashes = new TreeMap<>();
  private int entries;

  /**
   * Deletes entries until none is left to choose.
   *
   * @param choice returns up to as many entries of a scope as its second parameter says
   * @throws IOException if the store cannot be used; some entries may be deleted then
   */
  static EntryDeletion of(
      JournaledIndex shared,
      Clock clock,
      BiFunction<MapIndex, Integer, List<MapEntry>> choice,
      Consumer<MapEntry> audit)
      throws IOException {
    EntryDeletion deletion = new EntryDeletion();
    List<MapEntry> some = new ArrayList<>();
    do {
      some.clear();
      shared.update(
          index -> {
            some.addAll(choice.apply(index, AT_ONCE));
            return some.stream()
                .map(entry -> JournalFact.EntryDeleted.of(entry, clock.millis()))
                .toList();
          });
      some.forEach(audit);
      some.forEach(deletion::add);
    } while (some.size() >= AT_ONCE);
    return deletion;
  }

  private void add(MapEntry entry) {
    entries++;
    Set<String> ofScope = hashes.computeIfAbsent(entry.scope(), scope -> new HashSet<>());
    ofScope.add(entry.map().sha256());
    if (entry.text() != null) {
      ofScope.add(entry.text().sha256());
    }
  }

  /** Returns the number of deleted entries. */
  int entries() {
    return entries;
  }

  Map<String, Set<String>> hashes() {
    return hashes;
  }
}
