package dev.symbolicator.tables;

import dev.symbolicator.sources.SourceRules;
import dev.symbolicator.store.LayeredStore;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.store.StoreSession;
import dev.symbolicator.store.Tier;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Stores compiled scripts under a hash of everything that they were made from. */
@ApplicationScoped
public class TableStore {
  private final LayeredStore store;
  private final SourceRules rules;
  private final Counter fromDisk;
  private final Counter fromShared;
  private final Counter compiled;

  /** Makes a store of tables that are compiled under the current rules for sources. */
  public TableStore(LayeredStore store, SourceRules rules, MeterRegistry metrics) {
    this.store = store;
    this.rules = rules;
    fromDisk = counter(metrics, "disk");
    fromShared = counter(metrics, "shared");
    compiled = counter(metrics, "compiled");
  }

  /**
   * Returns the key of a compiled script.
   *
   * @param script the SHA-256 of the script; null for a map that is compiled without its script
   * @param mapSha256 the SHA-256 of the map
   */
  public StoreKey key(String scope, @Nullable String script, MapFile map, String mapSha256) {
    String known = script == null ? TableCodec.NO_SCRIPT : script;
    return TableCodec.key(scope, known, mapSha256, map.baseUrl(), rules(map));
  }

  private String rules(MapFile map) {
    return map.namedBy().isEmpty() ? "" : rules.of(map.namedBy().get(0));
  }

  /**
   * Finds a table. Like in {@link LayeredStore#find}, the future is completed while the table's
   * bytes are charged.
   *
   * @return a future of null if there is no table, or too little memory to read one
   */
  public CompletableFuture<@Nullable CompiledTable> find(StoreKey key) {
    return store.find(key, (bytes, tier) -> read(key, bytes, tier));
  }

  private @Nullable CompiledTable read(StoreKey key, byte[] bytes, Tier tier) {
    CompiledTable table = TableCodec.decode(bytes);
    if (table != null) {
      (tier == Tier.DISK ? fromDisk : fromShared).increment();
    } else if (tier == Tier.DISK) {
      store.forgetHere(key);
    }
    return table;
  }

  /** Stores a table. The table is on disk when the future is done, and shared soon after. */
  public CompletableFuture<Void> keep(StoreSession session, StoreKey key, CompiledTable table) {
    return store.keep(session, key, TableCodec.encode(table));
  }

  /** Removes a table for all instances. */
  public void forget(StoreKey key) {
    store.forget(key);
  }

  /** Counts a table that was compiled. */
  public void countCompiled() {
    compiled.increment();
  }

  private static Counter counter(MeterRegistry metrics, String tier) {
    return Counter.builder("symbolicator.tables")
        .description("Symbol tables by where they came from")
        .tag("tier", tier)
        .register(metrics);
  }
}
