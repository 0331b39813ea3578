package dev.symbolicator.maps;

import dev.symbolicator.maps.JournalFact.EntryUsed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Finds entries that were neither uploaded nor used for long. A release counts as used as long as
 * one of its entries is: a rarely loaded script stays with its release.
 */
final class Retention {
  private final Duration retention;

  /**
   * Makes a rule.
   *
   * @param retention the time since the last use
   * @param unknown the time after which a use at another instance is known here
   */
  Retention(Duration retention, Duration unknown) {
    this.retention = retention.plus(unknown);
  }

  /**
   * Returns entries of a scope that are kept no longer.
   *
   * @param now in milliseconds since 1970
   */
  List<MapEntry> expired(ScopeState state, long now, int most) {
    ScopeRows rows = state.rows();
    Map<Integer, Long> byRelease = new HashMap<>();
    for (int row = rows.next(ScopeRows.NONE); row != ScopeRows.NONE; row = rows.next(row)) {
      byRelease.merge(EntryRow.release(rows.row(row)), lastUse(rows, row), Math::max);
    }
    long oldest = now - retention.toMillis();
    return rows.all().where(row -> lastUse(rows, row, byRelease) < oldest).entries(rows, most);
  }

  private static long lastUse(ScopeRows rows, int row, Map<Integer, Long> byRelease) {
    int release = EntryRow.release(rows.row(row));
    return release == SharedValues.NONE
        ? lastUse(rows, row)
        : byRelease.getOrDefault(release, Long.MAX_VALUE);
  }

  /** Returns the upload or the end of the last day of use, in milliseconds since 1970. */
  private static long lastUse(ScopeRows rows, int row) {
    long day = rows.use(row) >> 1;
    long use = day == 0 ? 0 : TimeUnit.DAYS.toMillis(day + 1);
    return Math.max(use, EntryRow.uploadedAt(rows.row(row)));
  }

  /** Returns the uses of a scope that the journal does not have yet. */
  static List<EntryUsed> unwritten(ScopeState state) {
    ScopeRows rows = state.rows();
    List<EntryUsed> uses = new ArrayList<>();
    for (int row = rows.next(ScopeRows.NONE); row != ScopeRows.NONE; row = rows.next(row)) {
      int use = rows.use(row);
      if ((use & 1) != 0) {
        uses.add(new EntryUsed(rows.scope(), EntryRow.id(rows.row(row)), use >> 1));
      }
    }
    return uses;
  }
}
