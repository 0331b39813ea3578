package dev.symbolicator.tables;

import dev.symbolicator.config.IdentityConfig;
import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.sources.OriginalSourceLoader.SourceRules;
import dev.symbolicator.store.LayeredStore;
import dev.symbolicator.store.LayeredStore.StoreSession;
import dev.symbolicator.store.LayeredStore.Tier;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.tables.MapCompiler.MapFile;
import dev.symbolicator.tables.TableResult.CompiledTable;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Stores compiled scripts under a hash of everything that they were made from. */
@ApplicationScoped
public class TableStore {
  private final LayeredStore store;
  private final SourceRules rules;
  private final IdentityConfig identity;
  private final Counter fromDisk;
  private final Counter fromShared;
  private final Counter compiled;

  public TableStore(
      LayeredStore store, SourceRules rules, IdentityConfig identity, MeterRegistry metrics) {
    this.store = store;
    this.rules = rules;
    this.identity = identity;
    fromDisk = counter(metrics, "disk");
    fromShared = counter(metrics, "shared");
    compiled = counter(metrics, "compiled");
  }

  /** Returns the key by the SHA-256 of the script, null without one, and of the map. */
  public StoreKey key(String scope, @Nullable String script, MapFile map, String mapSha256) {
    String known = script == null ? TableCodec.NO_SCRIPT : script;
    return TableCodec.key(scope, known, mapSha256, rules(map), map.keys(identity));
  }

  private String rules(MapFile map) {
    return map.namedBy().isEmpty() ? "" : rules.of(map.namedBy().get(0));
  }

  /** Like {@link LayeredStore#find}, whose bytes stay charged while the table is read. */
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

  public CompletableFuture<Void> keep(StoreSession session, StoreKey key, CompiledTable table) {
    return store.keep(session, key, TableCodec.encode(table));
  }

  public void forget(StoreKey key) {
    store.forget(key);
  }

  public void countCompiled() {
    compiled.increment();
  }

  private static Counter counter(MeterRegistry metrics, String tier) {
    return Counter.builder("symbolicator.tables")
        .description("Symbol tables by where they came from")
        .tag("tier", tier)
        .register(metrics);
  }

  /**
   * Writes and reads the stored form of compiled scripts: the length of the map's detail (4 bytes,
   * little-endian), the detail in UTF-8, and the symbol table's block.
   */
  static final class TableCodec {
    static final String NO_SCRIPT = "";

    private TableCodec() {}

    /**
     * Returns a hash of everything that determines the table's bytes: not only script and map,
     * since sources are named relative to the map's URL. The script is {@link #NO_SCRIPT} if not
     * known.
     */
    static StoreKey key(String scope, String script, String map, String rules, KeySettings keys) {
      String parts =
          String.join(
              "\n",
              Integer.toString(SymbolTable.VERSION),
              script,
              map,
              rules,
              keys.namespace(),
              String.join("\n", keys.roots()),
              keys.mapUrl());
      return StoreKey.of(scope, StoreKey.StoredKind.BLOCK, parts.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a table in two parts, so that the block, often large, is not copied. */
    static ByteBuffer[] encode(CompiledTable table) {
      byte[] detail = table.detail().getBytes(StandardCharsets.UTF_8);
      ByteBuffer head =
          ByteBuffer.allocate(Integer.BYTES + detail.length)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(detail.length)
              .put(detail)
              .flip();
      return new ByteBuffer[] {head, ByteBuffer.wrap(table.symbols().block())};
    }

    /** Reads a table; null for bytes that {@link #encode} did not write. */
    static @Nullable CompiledTable decode(byte[] stored) {
      if (stored.length < Integer.BYTES) {
        return null;
      }
      int length = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN).getInt();
      if (length < 0 || length > stored.length - Integer.BYTES) {
        return null;
      }
      int block = Integer.BYTES + length;
      SymbolTable symbols = SymbolTable.open(Arrays.copyOfRange(stored, block, stored.length));
      String detail = new String(stored, Integer.BYTES, length, StandardCharsets.UTF_8);
      return symbols == null ? null : new CompiledTable(symbols, detail);
    }
  }
}
