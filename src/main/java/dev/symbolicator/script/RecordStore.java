package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.fetch.FetchGrants;
import dev.symbolicator.store.LayeredStore;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Stores the last answers of scripts' URLs, on disk and shared with other instances. */
@ApplicationScoped
class RecordStore {
  private final LayeredStore store;
  private final String grants;

  RecordStore(LayeredStore store, FetchConfig fetch) {
    this.store = store;
    grants = FetchGrants.digest(fetch);
  }

  /** Returns the digest of the grants under which files are fetched now. */
  String grants() {
    return grants;
  }

  /**
   * Finds the record of a script. A record that was fetched under other grants counts as absent:
   * the operator may since have forbidden its origin.
   */
  CompletableFuture<@Nullable ScriptRecord> find(ScriptKey key) {
    return store.find(key.record(), (bytes, tier) -> read(key, bytes));
  }

  /** Reads a stored record; null if it is none of the script, or was fetched under other grants. */
  @Nullable ScriptRecord read(ScriptKey key, byte[] bytes) {
    ScriptRecord record = RecordCodec.decode(bytes, key.name());
    return record != null && record.grants().equals(grants) ? record : null;
  }

  /** Stores a record, unless its answers forbid storing or its script is a data: URL. */
  CompletableFuture<Void> keep(LoadContext load, ScriptRecord record) {
    if (!record.expiry().storable() || !record.files().script().url().isHttp()) {
      return CompletableFuture.completedFuture(null);
    }
    ScriptKey key = load.key();
    byte[] bytes = RecordCodec.encode(record, key.name());
    return store.keep(load.sharing(), key.record(), ByteBuffer.wrap(bytes));
  }

  /** Removes a record, for all instances. */
  void forget(ScriptKey key) {
    store.forget(key.record());
  }
}
