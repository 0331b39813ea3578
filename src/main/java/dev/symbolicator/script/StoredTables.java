package dev.symbolicator.script;

import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.maps.StoredMap.ReadableContent;
import dev.symbolicator.maps.StoredMap.UploadedMap;
import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.tables.MapCompiler.MapFile;
import dev.symbolicator.tables.TableStore;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Remembers which tables were made of which uploaded maps, to delete them with the maps. Tables of
 * a map not used for long are forgotten; no look-up finds them.
 */
@ApplicationScoped
class StoredTables {
  private final MemoryTier memory;
  private final TableStore tables;
  private final ScriptLimits limits;

  /** The map that was used longest ago comes first. */
  private final Map<String, Set<MadeTable>> byMap = new LinkedHashMap<>(16, 0.75f, true);

  private int count;

  private record MadeTable(ScriptKey script, StoreKey block) {}

  @Inject
  StoredTables(MemoryTier memory, TableStore tables) {
    this(memory, tables, ScriptLimits.DEFAULT);
  }

  StoredTables(MemoryTier memory, TableStore tables, ScriptLimits limits) {
    this.memory = memory;
    this.tables = tables;
    this.limits = limits;
  }

  void listen(@Observes StartupEvent start, MapLibrary library) {
    listen(library);
  }

  void listen(MapLibrary library) {
    library.onDeletion(entry -> forget(new UploadedMap(entry, library)));
  }

  synchronized void add(String map, ScriptKey script, StoreKey block) {
    Set<MadeTable> made = byMap.computeIfAbsent(map, first -> new LinkedHashSet<>());
    if (!made.add(new MadeTable(script, block))) {
      return;
    }
    count++;
    if (made.size() > limits.tablesOfMap()) {
      made.remove(made.iterator().next());
      count--;
    }
    while (count > limits.tablesOfMaps()) {
      removed(byMap.keySet().iterator().next());
    }
  }

  private synchronized Set<MadeTable> removed(String map) {
    Set<MadeTable> made = byMap.remove(map);
    count -= made == null ? 0 : made.size();
    return made == null ? Set.of() : made;
  }

  synchronized int count() {
    return count;
  }

  private void forget(UploadedMap map) {
    for (MadeTable made : removed(map.id())) {
      memory.forget(made.script);
      tables.forget(made.block);
    }
    forgetOlder(map);
  }

  /** Removes the table that a former process made, unless the profile's URL decided on its key. */
  private void forgetOlder(UploadedMap map) {
    WebUrl baseUrl = map.baseUrl();
    String mapSha256 = map.map().sha256();
    ReadableContent text = map.text();
    String textSha256 = text == null ? null : text.sha256();
    boolean isTextKnown = text == null || textSha256 != null;
    if (baseUrl != null && mapSha256 != null && isTextKnown) {
      MapFile file = new MapFile(new byte[0], List.of(), baseUrl, map.shown());
      tables.forget(tables.key(map.entry().scope(), textSha256, file, mapSha256));
    }
  }
}
