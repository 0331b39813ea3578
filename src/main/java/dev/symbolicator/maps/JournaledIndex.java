package dev.symbolicator.maps;

import dev.symbolicator.maps.Journal.OldObjects;
import dev.symbolicator.maps.objects.ObjectStore;
import dev.symbolicator.maps.objects.StoreUnavailableException;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The index in memory, kept equal to the journal. One thread at a time reads or writes the journal;
 * look-ups do not wait for it.
 *
 * <p>An instance that could not read the journal for long may have missed a deletion that the
 * journal no longer mentions. It then reads the whole journal into a new index.
 */
final class JournaledIndex {
  private static final int TRIES = 10;

  /** Of the most entries of a scope, the part that the journal may have in forgotten deletions. */
  private static final int FORGOTTEN_SHARE = 10;

  private final ObjectStore objects;
  private final MapLimits limits;
  private final Clock clock;
  private final ChangeListeners listeners = new ChangeListeners();
  private Journal journal;
  private long refreshedAt;

  /** Deletions that the journal has, and that matter no longer. */
  private int forgotten;

  private volatile MapIndex index = new MapIndex();
  private volatile boolean isLoaded;

  JournaledIndex(ObjectStore objects, MapLimits limits, Clock clock) {
    this.objects = objects;
    this.limits = limits;
    this.clock = clock;
    journal = new Journal(objects, limits, clock);
  }

  MapIndex index() {
    return index;
  }

  ChangeListeners listeners() {
    return listeners;
  }

  /** Tells whether the journal was read once. */
  boolean isLoaded() {
    return isLoaded;
  }

  /** Learns of other instances' changes. */
  void refresh() throws IOException {
    update(known -> List.of());
  }

  /**
   * Learns of other instances' changes, decides on changes of this instance, and makes them
   * durable.
   */
  void update(Function<MapIndex, List<JournalFact>> decision) throws IOException {
    List<MapEntry> deleted = new ArrayList<>();
    try {
      update(decision, deleted::add);
    } finally {
      deleted.forEach(listeners::deleted); // without a lock
    }
  }

  private synchronized void update(
      Function<MapIndex, List<JournalFact>> decision, LibraryChanges changes) throws IOException {
    if (!isLoaded || clock.millis() - refreshedAt > limits.tombstones().toMillis() / 2) {
      load(changes);
    } else {
      journal.refresh(index, changes);
    }
    refreshedAt = clock.millis();
    List<JournalFact> facts = decision.apply(index);
    if (!facts.isEmpty()) {
      journal.write(facts, index, changes);
    }
  }

  private void load(LibraryChanges changes) throws IOException {
    for (int i = 0; i < TRIES; i++) {
      Journal fresh = new Journal(objects, limits, clock);
      MapIndex loaded = new MapIndex();
      if (fresh.load(loaded)) {
        if (isLoaded) {
          index.difference(loaded, changes);
          loaded.takeUses(index);
        }
        journal = fresh;
        index = loaded;
        isLoaded = true;
        forgotten = 0;
        forget();
        return;
      }
    }
    throw new StoreUnavailableException(
        "The journal of source maps changes faster than it can be read. Try again.", null);
  }

  /**
   * Sums a long journal up, so that a start reads few objects. Other work waits for the summary but
   * not for the deletion of the old objects.
   */
  void sumUpIfLong() throws IOException {
    if (isLong()) {
      refresh(); // Perhaps another instance has done so.
      OldObjects old = sumUp();
      ParallelWork.forEach(limits.journalAtOnce(), old.others(), objects::delete);
      for (String name : old.withDeletions()) {
        objects.delete(name);
      }
    }
  }

  /** Forgets deletions that every instance has read. */
  synchronized void forget() {
    forgotten += index.forget(clock.millis() - limits.tombstones().toMillis());
  }

  /** Tells whether the journal has many objects, or many facts that matter no longer. */
  private synchronized boolean isLong() {
    return isLoaded && (journal.isLong() || forgotten > limits.entries() / FORGOTTEN_SHARE);
  }

  private synchronized OldObjects sumUp() throws IOException {
    if (!isLong()) {
      return OldObjects.NONE;
    }
    forget();
    OldObjects old = journal.sumUp(index);
    forgotten = 0;
    return old;
  }
}
