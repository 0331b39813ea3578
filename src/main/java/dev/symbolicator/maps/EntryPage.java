package dev.symbolicator.maps;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list of entries, the newest first.
 *
 * @param isLast whether no entry follows
 */
public record EntryPage(List<MapEntry> entries, boolean isLast) {
  static final EntryPage EMPTY = new EntryPage(List.of(), true);

  /** Copies the list. */
  public EntryPage {
    entries = List.copyOf(entries);
  }

  /**
   * Returns the entries that follow one. Of the others none is made.
   *
   * @param after the ID of an entry; null for the first page
   * @return null if no entry has the ID
   */
  static @Nullable EntryPage of(ScopeRows rows, RowList some, @Nullable String after, int most) {
    EntryId id = after == null ? null : EntryId.parse(after);
    int before = id == null ? ScopeRows.NONE : rows.find(id);
    if (after != null && before == ScopeRows.NONE) {
      return null;
    }
    Comparator<Integer> newestFirst = newestFirst(rows);
    PriorityQueue<Integer> page = new PriorityQueue<>(newestFirst.reversed());
    int count = 0;
    for (int i = 0; i < some.size(); i++) {
      Integer row = some.get(i);
      if (after == null || newestFirst.compare(row, before) > 0) {
        count++;
        page.add(row);
        if (page.size() > most) {
          page.remove();
        }
      }
    }
    List<Integer> sorted = new ArrayList<>(page);
    sorted.sort(newestFirst);
    return new EntryPage(sorted.stream().map(rows::entry).toList(), count <= most);
  }

  /** Compares rows by time; IDs tell apart the entries of one upload, which have one time. */
  private static Comparator<Integer> newestFirst(ScopeRows rows) {
    return Comparator.<Integer>comparingLong(row -> EntryRow.uploadedAt(rows.row(row)))
        .reversed()
        .thenComparingLong(row -> EntryRow.id(rows.row(row)).high())
        .thenComparingLong(row -> EntryRow.id(rows.row(row)).low());
  }
}
