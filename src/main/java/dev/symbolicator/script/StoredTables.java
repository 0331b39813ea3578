package dev.symbolicator.script;

import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.tables.TableStore;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Remembers which tables this process made of which uploaded maps, so that the tables of a deleted
 * map are deleted too: in memory, on disk, and in Redis. Bounded: the tables of an upload that was
 * not used for long are forgotten, and only leave their caches later. No look-up finds them.
 */
@ApplicationScoped
class StoredTables {
  private static final int MAX_MAPS = 10_000;

  private final MemoryTier memory;
  private final TableStore tables;
  private final Map<String, Set<MadeTable>> byMap =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Set<MadeTable>> eldest) {
          return size() > MAX_MAPS;
        }
      };

  private record MadeTable(ScriptKey script, StoreKey block) {}

  StoredTables(MemoryTier memory, TableStore tables) {
    this.memory = memory;
    this.tables = tables;
  }

  void listen(@Observes StartupEvent start, MapLibrary library) {
    library.onDeletion(entry -> forget(entry.id()));
  }

  synchronized void add(String map, ScriptKey script, StoreKey block) {
    byMap.computeIfAbsent(map, first -> new HashSet<>()).add(new MadeTable(script, block));
  }

  private void forget(String map) {
    Set<MadeTable> uses;
    synchronized (this) {
      uses = byMap.remove(map);
    }
    if (uses != null) {
      for (MadeTable use : uses) {
        memory.forget(use.script);
        tables.forget(use.block);
      }
    }
  }
}
