package dev.symbolicator.maps;

import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Notes uses in the journal, and deletes old entries and unused content. Not thread-safe. */
final class LibraryCleaner implements AutoCloseable {
  private final JournaledIndex shared;
  private final MapLimits limits;
  private final Retention retention;
  private final ContentSweep sweep;
  private final Clock clock;

  LibraryCleaner(
      JournaledIndex shared,
      MapLimits limits,
      Retention retention,
      ContentSweep sweep,
      Clock clock) {
    this.shared = shared;
    this.limits = limits;
    this.retention = retention;
    this.sweep = sweep;
    this.clock = clock;
  }

  /** Writes the uses since the last time. */
  void writeUses() throws IOException {
    shared.update(index -> List.copyOf(index.collect(Retention::unwritten)));
  }

  /**
   * Forgets old deletions, and deletes the entries that are kept no longer. Their content stays.
   */
  EntryDeletion expire() throws IOException {
    shared.forget();
    long now = clock.millis();
    return EntryDeletion.of(
        shared,
        clock,
        (index, most) -> index.collect(state -> retention.expired(state, now, most)),
        AuditLog::expired);
  }

  /**
   * Deletes the content of deleted entries, unless other entries refer to it.
   *
   * @param before when the entries were deleted, in milliseconds since 1970
   */
  void sweep(EntryDeletion deleted, long before) throws IOException {
    for (Map.Entry<String, Set<String>> each : deleted.hashes().entrySet()) {
      sweep.sweep(each.getKey(), List.copyOf(each.getValue()), before);
    }
  }

  /** Deletes content without an entry that an upload or a deletion left behind. */
  void sweepOrphans() throws IOException {
    shared.refresh();
    long before = clock.millis() - limits.orphanAge().toMillis();
    for (String scope : shared.index().scopes()) {
      sweep.sweepAll(scope, before);
    }
  }

  /** Does what must not wait for the next start. */
  void finish() throws IOException {
    writeUses();
    sweep.settle();
  }

  @Override
  public void close() {
    sweep.close();
  }
}
