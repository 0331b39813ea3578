package dev.symbolicator.script;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.StoredHeaders;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.maps.StoredMap;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.RecordStore.FilePair;
import dev.symbolicator.script.RecordStore.ScriptRecord;
import dev.symbolicator.script.ScriptPipeline.LoadContext;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.tables.MapCompiler.MapFile;
import dev.symbolicator.tables.TableCompiler;
import dev.symbolicator.tables.TableResult;
import dev.symbolicator.tables.TableResult.CompiledTable;
import dev.symbolicator.tables.TableResult.TableFailure;
import dev.symbolicator.tables.TableStore;
import dev.symbolicator.threads.Slots.Turn;
import dev.symbolicator.url.WebUrl;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loads maps that are stored without their script: with the script that the web serves now if debug
 * ID or content ties the two, otherwise alone.
 */
final class LoneMaps {
  private static final int MAX_UNTIED = 10_000;

  private final StoredReader reader;
  private final FileLoader files;
  private final TableCompiler compiler;
  private final StoredPairs pairs;
  private final Clock clock;
  private final long untiedTimeToLive;
  private final long failuresTimeToLive;

  /** Pairs that are not tied by content, each as the script's hash and the map's name. */
  private final Cache<String, Boolean> untied =
      Caffeine.newBuilder().maximumSize(MAX_UNTIED).build();

  LoneMaps(
      StoredReader reader,
      FileLoader files,
      TableCompiler compiler,
      StoredPairs pairs,
      ScriptConfig config,
      Clock clock) {
    this.reader = reader;
    this.files = files;
    this.compiler = compiler;
    this.pairs = pairs;
    this.clock = clock;
    untiedTimeToLive = config.missesTimeToLive().toMillis();
    failuresTimeToLive = config.failuresTimeToLive().toMillis();
  }

  /** Tells how long a map without its script answers. */
  private record Solitude(Expiry expiry, Duration retryAfter) {}

  CompletableFuture<Outcome> withWeb(StoredLoad load) {
    return files
        .script(load.context(), script -> withScript(load, script.file().body(), script.content()))
        .thenCompose(
            outcome ->
                outcome instanceof Missed missed && missed.result().build() == null
                    ? alone(load, without(missed.result().report()))
                    : CompletableFuture.completedFuture(outcome));
  }

  private CompletableFuture<Outcome> withScript(
      StoredLoad load, byte[] script, ScriptContent content) {
    String mapId = load.map().debugId();
    if (mapId != null && content.debugId() != null) {
      return mapId.equals(content.debugId()) ? readMap(load, script) : alone(load, untied());
    }
    String pairName = Sha256.of(script) + ' ' + load.map().id();
    return untied.getIfPresent(pairName) != null
        ? alone(load, untied())
        : readMap(load, map -> ifTied(load, script, map, pairName));
  }

  private CompletableFuture<Outcome> ifTied(
      StoredLoad load, byte[] script, byte[] map, String pairName) {
    StoredPair pair = StoredPair.of(script, map);
    Function<TableResult, CompletableFuture<Outcome>> use =
        result -> {
          if (result instanceof TableFailure failure) {
            if (failure.reason() == TableFailure.Reason.MISMATCH) {
              untied.put(pairName, true);
            }
            return alone(load, map, untied());
          }
          return pairs.remembered(load, pair, result);
        };
    return pairs.storedOr(
        load,
        pair,
        () -> compiler.compileIfTied(load.context().key().turn(), script, load.file(map), use));
  }

  private Solitude untied() {
    return new Solitude(until(untiedTimeToLive), Duration.ZERO);
  }

  private Solitude without(ScriptReport web) {
    return new Solitude(
        until(web.isPassing() ? failuresTimeToLive : untiedTimeToLive), web.retryAfter());
  }

  private Expiry until(long timeToLive) {
    long until = clock.millis() + timeToLive;
    return new Expiry(false, until, until, until);
  }

  /** Loads a map whose script can never be there. */
  CompletableFuture<Outcome> alone(StoredLoad load) {
    return alone(load, new Solitude(StoredPair.forEver(), Duration.ZERO));
  }

  private CompletableFuture<Outcome> alone(StoredLoad load, Solitude solitude) {
    String mapSha256 = load.map().map().sha256();
    return mapSha256 == null
        ? readAlone(load, solitude)
        : pairs.storedOr(
            load,
            lonePair(load, mapSha256, load.map().debugId(), solitude),
            () -> readAlone(load, solitude));
  }

  private CompletableFuture<Outcome> readAlone(StoredLoad load, Solitude solitude) {
    return readMap(load, map -> alone(load, map, solitude));
  }

  private CompletableFuture<Outcome> alone(StoredLoad load, byte[] map, Solitude solitude) {
    StoredPair pair = lonePair(load, Sha256.of(map), DebugId.ofMap(map), solitude);
    return pairs.storedOr(load, pair, () -> pairs.compile(load, null, map, pair));
  }

  private static StoredPair lonePair(
      StoredLoad load, String mapSha256, @Nullable String debugId, Solitude solitude) {
    ScriptContent unknown = new ScriptContent("", load.map().debugId());
    BuildIdentity build = new BuildIdentity(unknown, debugId);
    return new StoredPair(null, mapSha256, build, solitude.expiry, solitude.retryAfter);
  }

  CompletableFuture<Outcome> readMap(StoredLoad load, byte[] script) {
    return readMap(
        load,
        map -> {
          StoredPair pair = StoredPair.of(script, map);
          return pairs.storedOr(load, pair, () -> pairs.compile(load, script, map, pair));
        });
  }

  private CompletableFuture<Outcome> readMap(
      StoredLoad load, Function<byte[], CompletableFuture<Outcome>> use) {
    return reader.read(load.map().map(), load.map().shown(), use);
  }

  record StoredLoad(ScriptRef ref, StoredMap map, LoadContext context, WebUrl baseUrl) {
    MapFile file(byte[] bytes) {
      return new MapFile(bytes, List.of(), baseUrl, map.shown());
    }
  }

  /**
   * The files that the table of a stored map is made of.
   *
   * @param textSha256 null for a map without its script; then the map answers until the expiry, and
   *     the script may be there after {@code retryAfter}, unless that is zero
   */
  record StoredPair(
      @Nullable String textSha256,
      String mapSha256,
      BuildIdentity build,
      Expiry expiry,
      Duration retryAfter) {

    static StoredPair of(String textSha256, String mapSha256, BuildIdentity build) {
      return new StoredPair(textSha256, mapSha256, build, forEver(), Duration.ZERO);
    }

    static StoredPair of(byte[] script, byte[] map) {
      BuildIdentity build = new BuildIdentity(ScriptContent.of(script), DebugId.ofMap(map));
      return of(Sha256.of(script), Sha256.of(map), build);
    }

    static Expiry forEver() {
      return new Expiry(true, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    }
  }

  static final class StoredPairs {
    private static final StoredHeaders NO_HEADERS = new StoredHeaders(Map.of());

    private final TableStore tables;
    private final TableCompiler compiler;
    private final StoredTables usedTables;

    StoredPairs(TableStore tables, TableCompiler compiler, StoredTables usedTables) {
      this.tables = tables;
      this.compiler = compiler;
      this.usedTables = usedTables;
    }

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
}
