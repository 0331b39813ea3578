package dev.symbolicator.maps;

import dev.symbolicator.maps.JournalFact.EntryAdded;
import dev.symbolicator.maps.JournalFact.EntryDeleted;
import dev.symbolicator.maps.JournalFact.EntryUsed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All scopes' entries in memory. Thread-safe: many read at once, and a writer takes the lock for a
 * few facts at a time, so that look-ups wait for a millisecond at most.
 */
final class MapIndex {
  private static final int FACTS_AT_ONCE = 100;

  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private final TreeMap<String, ScopeState> scopes = new TreeMap<>();

  /** Reads the state of a scope, or null if the scope never had an entry. */
  <T> T read(String scope, Function<@Nullable ScopeState, T> reading) {
    Lock reader = lock.readLock();
    reader.lock();
    try {
      return reading.apply(scopes.get(scope));
    } finally {
      reader.unlock();
    }
  }

  /**
   * Like {@link #read}, but never waits.
   *
   * @param busy the result while a writer has the lock
   */
  <T> T readNow(String scope, Function<@Nullable ScopeState, T> reading, T busy) {
    Lock reader = lock.readLock();
    if (!reader.tryLock()) {
      return busy;
    }
    try {
      return reading.apply(scopes.get(scope));
    } finally {
      reader.unlock();
    }
  }

  /** Reads the states of all scopes. */
  <T> T readAll(Function<Collection<ScopeState>, T> reading) {
    Lock reader = lock.readLock();
    reader.lock();
    try {
      return reading.apply(scopes.values());
    } finally {
      reader.unlock();
    }
  }

  /** Returns the names of the scopes. */
  Set<String> scopes() {
    Lock reader = lock.readLock();
    reader.lock();
    try {
      return new TreeSet<>(scopes.keySet());
    } finally {
      reader.unlock();
    }
  }

  /** Applies facts. */
  void apply(List<JournalFact> facts, LibraryChanges changes) {
    for (int from = 0; from < facts.size(); from += FACTS_AT_ONCE) {
      List<JournalFact> some = facts.subList(from, Math.min(facts.size(), from + FACTS_AT_ONCE));
      write(
          () -> {
            some.forEach(fact -> apply(fact, changes));
            return null;
          });
    }
  }

  private void apply(JournalFact fact, LibraryChanges changes) {
    if (fact instanceof EntryAdded added) {
      state(added.entry().scope()).add(added.entry());
    } else if (fact instanceof EntryDeleted deleted) {
      state(deleted.scope()).delete(deleted.id(), deleted.at(), changes);
    } else if (fact instanceof EntryUsed used) {
      state(used.scope()).use(used.id(), used.day() << 1);
    }
  }

  private ScopeState state(String scope) {
    return scopes.computeIfAbsent(scope, ScopeState::new);
  }

  private <T extends @Nullable Object> T write(Supplier<T> writing) {
    Lock writer = lock.writeLock();
    writer.lock();
    try {
      return writing.get();
    } finally {
      writer.unlock();
    }
  }

  /** Passes on the entries that a newer index does not have. */
  void difference(MapIndex newer, LibraryChanges changes) {
    readAll(
        states -> {
          states.forEach(state -> state.rows().forEach(entry -> newer.unless(entry, changes)));
          return null;
        });
  }

  private void unless(MapEntry entry, LibraryChanges changes) {
    if (!has(entry)) {
      changes.deleted(entry);
    }
  }

  /** Notes that an entry is used at a time, in milliseconds since 1970. */
  void use(MapEntry entry, long now) {
    int day = (int) TimeUnit.MILLISECONDS.toDays(now);
    EntryId id = EntryId.of(entry);
    read(
        entry.scope(),
        state -> {
          if (state != null) {
            state.useNow(id, day);
          }
          return null;
        });
  }

  /** Returns a number that grows with each change of a scope's entries. */
  long changes(String scope) {
    return read(scope, state -> state == null ? 0L : state.rows().changes());
  }

  /** Tells whether an entry is there. */
  boolean has(MapEntry entry) {
    return read(
        entry.scope(),
        state -> state != null && state.rows().find(EntryId.of(entry)) != ScopeRows.NONE);
  }

  /** Takes over the uses that an older index has and the journal does not. */
  void takeUses(MapIndex older) {
    List<EntryUsed> uses = older.collect(Retention::unwritten);
    write(
        () -> {
          uses.forEach(use -> state(use.scope()).useNow(use.id(), use.day()));
          return null;
        });
  }

  /** Collects values of all scopes. */
  <T> List<T> collect(Function<ScopeState, List<T>> of) {
    return readAll(
        states -> {
          List<T> all = new ArrayList<>();
          states.forEach(state -> all.addAll(of.apply(state)));
          return all;
        });
  }

  /**
   * Forgets deletions before a time, in milliseconds since 1970, and older uses of no entry.
   *
   * @return the number of forgotten deletions
   */
  int forget(long before) {
    return write(() -> scopes.values().stream().mapToInt(state -> state.forget(before)).sum());
  }

  /** Passes on everything that is known. */
  void facts(FactSink facts) throws IOException {
    Lock reader = lock.readLock();
    reader.lock();
    try {
      for (ScopeState state : scopes.values()) {
        state.facts(facts);
      }
    } finally {
      reader.unlock();
    }
  }

  /** Returns about how much heap all entries and deletions take, in bytes. */
  long bytes() {
    return readAll(states -> states.stream().mapToLong(ScopeState::bytes).sum());
  }
}
