package dev.symbolicator.script;

import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.freshness.FileVersion;
import dev.symbolicator.freshness.StoredHeaders;
import dev.symbolicator.maps.ScriptContent;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.StoredMap;
import dev.symbolicator.maps.StoredMap.ReadableContent;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.tables.CompiledTable;
import dev.symbolicator.tables.MapFile;
import dev.symbolicator.tables.TableCompiler;
import dev.symbolicator.tables.TableFailure;
import dev.symbolicator.tables.TableResult;
import dev.symbolicator.tables.TableStore;
import dev.symbolicator.threads.Turn;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Finds the symbols of scripts whose maps are not on the web: uploaded, or in a mounted folder or
 * bucket. Content never changes under its name, so these symbols are never revalidated.
 *
 * <p>A map may be stored without its script. The script that the web serves now is compiled with
 * such a map only if the debug IDs of both are equal, since the web may serve the next release
 * already. Otherwise the map is compiled alone.
 */
@ApplicationScoped
public class StoredScripts {
  private static final StoredHeaders NO_HEADERS = new StoredHeaders(Map.of());

  private final MemoryTier memory;
  private final ScriptLoads loads;
  private final StoredReader reader;
  private final FileLoader files;
  private final TableStore tables;
  private final TableCompiler compiler;
  private final StoredTables usedTables;
  private final Clock clock;
  private final long untiedTimeToLive;

  StoredScripts(
      MemoryTier memory,
      ScriptLoads loads,
      StoredReader reader,
      FileLoader files,
      TableStore tables,
      TableCompiler compiler,
      StoredTables usedTables,
      ScriptConfig config,
      Clock clock) {
    this.memory = memory;
    this.loads = loads;
    this.reader = reader;
    this.files = files;
    this.tables = tables;
    this.compiler = compiler;
    this.usedTables = usedTables;
    this.clock = clock;
    untiedTimeToLive = config.missesTimeToLive().toMillis();
  }

  /** A load of one stored map. */
  private record StoredLoad(ScriptRef ref, StoredMap map, LoadContext context, WebUrl baseUrl) {
    MapFile file(byte[] bytes) {
      return new MapFile(bytes, List.of(), baseUrl, map.shown());
    }
  }

  /** The files that a table is made of. */
  private record Pair(
      @Nullable String textSha256, String mapSha256, BuildIdentity build, Expiry expiry) {}

  /**
   * Finds the symbols of a script with a stored map.
   *
   * @param isWebAsked whether the web may be asked for the script of a map that is stored alone
   * @return like {@link Scripts#find}; the result's build is known
   */
  public CompletableFuture<ScriptResult> find(ScriptRef ref, StoredMap map, boolean isWebAsked) {
    WebUrl base = map.baseUrl();
    WebUrl baseUrl = base == null ? ref.url().withoutParameters() : base;
    boolean isTied = isWebAsked && map.text() == null && map.debugId() != null;
    ScriptKey key = ScriptKey.ofStored(ref, map.id(), isTied ? ref.url() : baseUrl);
    ScriptResult remembered = remembered(key);
    if (remembered != null) {
      return CompletableFuture.completedFuture(remembered);
    }
    StoredLoad load = new StoredLoad(ref, map, new LoadContext(key, ref.url()), baseUrl);
    return loads.join(key, () -> isTied ? tied(load) : load(load)).copy();
  }

  private @Nullable ScriptResult remembered(ScriptKey key) {
    Known known = memory.known(key);
    if (known != null && known.result().symbols().isCorrupt()) {
      memory.forget(key);
      tables.forget(key.block(known.record().block()));
      known = null;
    }
    if (known != null && known.useAt(clock.millis()) == Expiry.Use.FRESH) {
      loads.countHit();
      return known.result();
    }
    Missed missed = memory.missed(key, clock.millis());
    if (missed != null) {
      loads.countHit();
      return missed.result();
    }
    return null;
  }

  /** Loads a map with its stored script, or alone. */
  private CompletableFuture<Outcome> load(StoredLoad load) {
    ReadableContent text = load.map.text();
    return text == null
        ? readMap(load, null, forEver())
        : knownPair(load, text)
            .thenCompose(
                known ->
                    known != null
                        ? CompletableFuture.<Outcome>completedFuture(known)
                        : reader.read(
                            text, load.map.shown(), bytes -> readMap(load, bytes, forEver())));
  }

  /** Looks for the table of files whose hashes are known, so that neither has to be read. */
  private CompletableFuture<@Nullable Known> knownPair(StoredLoad load, ReadableContent text) {
    String textSha256 = text.sha256();
    String mapSha256 = load.map.map().sha256();
    if (textSha256 == null || mapSha256 == null) {
      return CompletableFuture.completedFuture(null);
    }
    String debugId = load.map.debugId();
    BuildIdentity build = new BuildIdentity(new ScriptContent(textSha256, debugId), debugId);
    return stored(load, new Pair(textSha256, mapSha256, build, forEver()));
  }

  /** Asks the web for the script of a map that is stored alone. */
  private CompletableFuture<Outcome> tied(StoredLoad load) {
    return files
        .script(
            load.context,
            script ->
                isTied(script.content(), load.map)
                    ? readMap(load, script.file().body(), forEver())
                    : alone(load))
        .thenCompose(
            outcome ->
                outcome instanceof Missed missed && missed.result().build() == null
                    ? alone(load)
                    : CompletableFuture.completedFuture(outcome));
  }

  private static boolean isTied(ScriptContent content, StoredMap map) {
    return content.debugId() != null && content.debugId().equals(map.debugId());
  }

  private CompletableFuture<Outcome> alone(StoredLoad load) {
    long until = clock.millis() + untiedTimeToLive;
    return readMap(load, null, new Expiry(false, until, until, until));
  }

  private CompletableFuture<Outcome> readMap(
      StoredLoad load, byte @Nullable [] script, Expiry expiry) {
    return reader.read(
        load.map.map(), load.map.shown(), map -> compiled(load, script, map, expiry));
  }

  private CompletableFuture<Outcome> compiled(
      StoredLoad load, byte @Nullable [] script, byte[] map, Expiry expiry) {
    ScriptContent content =
        script == null ? new ScriptContent("", load.map.debugId()) : ScriptContent.of(script);
    Pair pair =
        new Pair(
            script == null ? null : Sha256.of(script),
            Sha256.of(map),
            new BuildIdentity(content, DebugId.ofMap(map)),
            expiry);
    return stored(load, pair)
        .thenCompose(
            known ->
                known != null
                    ? CompletableFuture.<Outcome>completedFuture(known)
                    : compile(load, script, map, pair));
  }

  private CompletableFuture<Outcome> compile(
      StoredLoad load, byte @Nullable [] script, byte[] map, Pair pair) {
    Turn turn = load.context.key().turn();
    MapFile file = load.file(map);
    return script == null
        ? compiler.compileWithoutScript(turn, file, result -> remembered(load, pair, result))
        : compiler.compile(turn, script, file, result -> remembered(load, pair, result));
  }

  private CompletableFuture<Outcome> remembered(StoredLoad load, Pair pair, TableResult result) {
    if (result instanceof TableFailure failure) {
      return CompletableFuture.completedFuture(
          new Missed(ScriptFailures.of(failure, load.map.shown()).of(pair.build)));
    }
    tables.countCompiled();
    CompiledTable table = (CompiledTable) result;
    return tables
        .keep(load.context.sharing(), block(load, pair), table)
        .thenApply(kept -> known(load, pair, table));
  }

  private CompletableFuture<@Nullable Known> stored(StoredLoad load, Pair pair) {
    return tables
        .find(block(load, pair))
        .thenApply(table -> table == null ? null : known(load, pair, table));
  }

  private StoreKey block(StoredLoad load, Pair pair) {
    String script = pair.textSha256 == null ? "" : pair.textSha256;
    MapFile file = load.file(new byte[0]);
    StoreKey block = tables.key(load.context.key().scope(), script, file, pair.mapSha256);
    usedTables.add(load.map.id(), load.context.key(), block);
    return block;
  }

  private Known known(StoredLoad load, Pair pair, CompiledTable table) {
    FileVersion version =
        new FileVersion(load.ref.url(), pair.build.script().sha256(), NO_HEADERS, pair.expiry);
    FilePair filePair = new FilePair(version, null, null, pair.build);
    String shown = load.map.shown();
    ScriptRecord record = new ScriptRecord(filePair, shown, block(load, pair).hash(), "", "");
    ScriptReport report =
        pair.textSha256 == null
            ? ScriptReport.lasting(ScriptStatus.SCRIPT_MISSING, shown, table.detail())
            : ScriptReport.lasting(ScriptStatus.FOUND, shown, table.detail());
    return new Known(record, new Found(table.symbols(), report, false, pair.build), null);
  }

  private static Expiry forEver() {
    return new Expiry(true, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
  }
}
