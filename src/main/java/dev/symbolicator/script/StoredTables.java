package dev.symbolicator.script;

import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.maps.StoredMap.ReadableContent;
import dev.symbolicator.maps.UploadedMap;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.tables.MapFile;
import dev.symbolicator.tables.TableStore;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
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
    listen(library);
  }

  void listen(MapLibrary library) {
    library.onDeletion(entry -> forget(new UploadedMap(entry, library)));
  }

  synchronized void add(String map, ScriptKey script, StoreKey block) {
    byMap.computeIfAbsent(map, first -> new HashSet<>()).add(new MadeTable(script, block));
  }

  private void forget(UploadedMap map) {
    Set<MadeTable> uses;
    synchronized (this) {
      uses = byMap.remove(map.id());
    }
    if (uses != null) {
      for (MadeTable use : uses) {
        memory.forget(use.script);
        tables.forget(use.block);
      }
    }
    forgetOlder(map);
  }

  /** Removes the table that a former process made, unless the profile's URL decided on its key. */
  private void forgetOlder(UploadedMap map) {
    WebUrl baseUrl = map.baseUrl();
    String mapSha256 = map.map().sha256();
    ReadableContent text = map.text();
    String textSha256 = text == null ? "" : text.sha256();
    if (baseUrl != null && mapSha256 != null && textSha256 != null) {
      MapFile file = new MapFile(new byte[0], List.of(), baseUrl, map.shown());
      tables.forget(tables.key(map.entry().scope(), textSha256, file, mapSha256));
    }
  }
}
