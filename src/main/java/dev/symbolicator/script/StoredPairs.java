package dev.symbolicator.script;

import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.StoredHeaders;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.tables.CompiledTable;
import dev.symbolicator.tables.MapFile;
import dev.symbolicator.tables.TableCompiler;
import dev.symbolicator.tables.TableFailure;
import dev.symbolicator.tables.TableResult;
import dev.symbolicator.tables.TableStore;
import dev.symbolicator.threads.Slots.Turn;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds or makes the tables of stored maps. */
final class StoredPairs {
  private static final StoredHeaders NO_HEADERS = new StoredHeaders(Map.of());

  private final TableStore tables;
  private final TableCompiler compiler;
  private final StoredTables usedTables;

  StoredPairs(TableStore tables, TableCompiler compiler, StoredTables usedTables) {
    this.tables = tables;
    this.compiler = compiler;
    this.usedTables = usedTables;
  }

  /** Uses the stored table of a pair; otherwise runs the rest of the load. */
  CompletableFuture<Outcome> storedOr(
      StoredLoad load, StoredPair pair, Supplier<CompletableFuture<Outcome>> otherwise) {
    return stored(load, pair)
        .thenCompose(
            known ->
                known != null
                    ? CompletableFuture.<Outcome>completedFuture(known)
                    : otherwise.get());
  }

  CompletableFuture<Outcome> compile(
      StoredLoad load, byte @Nullable [] script, byte[] map, StoredPair pair) {
    Turn turn = load.context().key().turn();
    MapFile file = load.file(map);
    return script == null
        ? compiler.compileWithoutScript(turn, file, result -> remembered(load, pair, result))
        : compiler.compile(turn, script, file, result -> remembered(load, pair, result));
  }

  CompletableFuture<Outcome> remembered(StoredLoad load, StoredPair pair, TableResult result) {
    if (result instanceof TableFailure failure) {
      return CompletableFuture.completedFuture(
          new Missed(ScriptFailures.of(failure, load.map().shown()).of(pair.build())));
    }
    tables.countCompiled();
    CompiledTable table = (CompiledTable) result;
    StoreKey block = block(load, pair);
    return tables
        .keep(load.context().sharing(), block, table)
        .thenApply(kept -> known(load, pair, block, table));
  }

  CompletableFuture<@Nullable Known> stored(StoredLoad load, StoredPair pair) {
    StoreKey block = block(load, pair);
    return tables
        .find(block)
        .thenApply(table -> table == null ? null : known(load, pair, block, table));
  }

  private StoreKey block(StoredLoad load, StoredPair pair) {
    MapFile file = load.file(new byte[0]);
    String scope = load.context().key().scope();
    StoreKey block = tables.key(scope, pair.textSha256(), file, pair.mapSha256());
    usedTables.add(load.map().id(), load.context().key(), block);
    return block;
  }

  private static Known known(
      StoredLoad load, StoredPair pair, StoreKey block, CompiledTable table) {
    FileVersion version =
        new FileVersion(
            load.ref().url(), pair.build().script().sha256(), NO_HEADERS, pair.expiry());
    FilePair filePair = new FilePair(version, null, null, pair.build());
    String shown = load.map().shown();
    ScriptRecord record = new ScriptRecord(filePair, shown, block.hash(), "", "");
    ScriptStatus status =
        pair.textSha256() == null ? ScriptStatus.SCRIPT_MISSING : ScriptStatus.FOUND;
    ScriptReport report = new ScriptReport(status, shown, table.detail(), pair.retryAfter());
    return new Known(record, new Found(table.symbols(), report, false, pair.build()), null);
  }
}
