package dev.symbolicator.maps;

import dev.symbolicator.maps.JournalFact.EntryAdded;
import dev.symbolicator.maps.JournalFact.EntryDeleted;
import dev.symbolicator.maps.JournalFact.EntryUsed;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The state of one scope: its entries, the deletions of the last day, and the last uses of entries
 * that are not known yet. Not thread-safe for writers.
 */
final class ScopeState {
  /** Makes all instances choose the same of two equal entries. */
  private static final Comparator<MapEntry> LATEST =
      Comparator.comparingLong(MapEntry::uploadedAt)
          .thenComparing(MapEntry::uploadedBy)
          .thenComparing(MapEntry::project, Comparator.nullsFirst(Comparator.naturalOrder()))
          .thenComparing(MapEntry::contentSha256, Comparator.nullsFirst(Comparator.naturalOrder()));

  /** Heap bytes of a deletion or a use: an ID, a number, and their place in the map. */
  private static final int NOTE_BYTES = 100;

  private final ScopeRows rows;
  private final Map<EntryId, Long> deletions = new HashMap<>();
  private final Map<EntryId, Integer> uses = new HashMap<>();

  ScopeState(String scope) {
    rows = new ScopeRows(scope);
  }

  ScopeRows rows() {
    return rows;
  }

  /** Returns when an entry was deleted, in milliseconds since 1970; -1 if it was not. */
  long deletedAt(EntryId id) {
    return deletions.getOrDefault(id, -1L);
  }

  /** Returns about how much heap the entries, deletions and uses take, in bytes. */
  long bytes() {
    return rows.bytes() + (long) NOTE_BYTES * (deletions.size() + uses.size());
  }

  void add(MapEntry entry) {
    EntryId id = EntryId.of(entry);
    if (deletedAt(id) >= entry.uploadedAt()) {
      return;
    }
    int row = rows.find(id);
    if (row == ScopeRows.NONE) {
      int added = rows.add(id, entry);
      Integer use = uses.remove(id);
      rows.setUse(added, use == null ? 0 : use);
    } else if (EntryRow.uploadedAt(rows.row(row)) <= entry.uploadedAt()
        && LATEST.compare(entry, rows.entry(row)) > 0) {
      rows.replace(row, id, entry);
    }
  }

  void delete(EntryId id, long at, LibraryChanges changes) {
    deletions.merge(id, at, Math::max);
    int row = rows.find(id);
    if (row != ScopeRows.NONE && EntryRow.uploadedAt(rows.row(row)) <= at) {
      MapEntry deleted = rows.entry(row);
      if (rows.use(row) != 0) {
        uses.merge(id, rows.use(row), ScopeState::latest);
      }
      rows.remove(row);
      changes.deleted(deleted);
    }
  }

  /**
   * Notes a use.
   *
   * @param use as {@link ScopeRows#use}
   */
  void use(EntryId id, int use) {
    int row = rows.find(id);
    if (row == ScopeRows.NONE) {
      uses.merge(id, use, ScopeState::latest);
    } else {
      rows.setUse(row, latest(rows.use(row), use));
    }
  }

  /** Notes that an entry is used today. Safe beside other readers. */
  void useNow(EntryId id, int today) {
    int row = rows.find(id);
    if (row != ScopeRows.NONE) {
      rows.setUse(row, latest(rows.use(row), today << 1 | 1));
    }
  }

  /** Returns the later of two days. If they are equal, one of them is in the journal. */
  private static int latest(int use, int other) {
    return use >> 1 == other >> 1 ? use & other : Math.max(use, other);
  }

  /**
   * Forgets deletions before a time, in milliseconds since 1970, and older uses of no entry.
   *
   * @return the number of forgotten deletions
   */
  int forget(long before) {
    int known = deletions.size();
    deletions.values().removeIf(at -> at < before);
    long day = TimeUnit.MILLISECONDS.toDays(before);
    uses.entrySet()
        .removeIf(use -> use.getValue() >> 1 < day && !deletions.containsKey(use.getKey()));
    return known - deletions.size();
  }

  /** Passes on everything that is known, so that the facts make an equal state. */
  void facts(FactSink facts) throws IOException {
    for (int row = rows.next(ScopeRows.NONE); row != ScopeRows.NONE; row = rows.next(row)) {
      facts.accept(new EntryAdded(rows.entry(row)));
      if (rows.use(row) != 0) {
        facts.accept(new EntryUsed(rows.scope(), EntryRow.id(rows.row(row)), rows.use(row) >> 1));
      }
    }
    for (Map.Entry<EntryId, Long> deletion : deletions.entrySet()) {
      facts.accept(new EntryDeleted(rows.scope(), deletion.getKey(), deletion.getValue()));
    }
    for (Map.Entry<EntryId, Integer> use : uses.entrySet()) {
      facts.accept(new EntryUsed(rows.scope(), use.getKey(), use.getValue() >> 1));
    }
  }
}
