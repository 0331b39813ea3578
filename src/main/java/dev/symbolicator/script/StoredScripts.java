package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.maps.StoredMap;
import dev.symbolicator.maps.StoredMap.ReadableContent;
import dev.symbolicator.script.FileLoader.FetchedFiles.FetchedScript;
import dev.symbolicator.script.LoneMaps.StoredLoad;
import dev.symbolicator.script.LoneMaps.StoredPair;
import dev.symbolicator.script.LoneMaps.StoredPairs;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.script.ScriptPipeline.LoadContext;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.tables.MapCompiler.MapFile;
import dev.symbolicator.tables.TableCompiler;
import dev.symbolicator.tables.TableResult;
import dev.symbolicator.tables.TableResult.CompiledTable;
import dev.symbolicator.tables.TableResult.TableFailure;
import dev.symbolicator.tables.TableStore;
import dev.symbolicator.threads.Slots.Turn;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds symbols of scripts whose maps are uploaded or mounted. Content never changes under its
 * name, so nothing is revalidated.
 *
 * <p>The web's script is compiled with a map that is stored alone only if debug ID or content ties
 * the two, since the web may serve the next release already; otherwise the map is compiled alone.
 */
@ApplicationScoped
public class StoredScripts {
  /** The base of the sources of a script without a URL. They stay as the map writes them. */
  private static final WebUrl NO_BASE = Objects.requireNonNull(WebUrl.parse("data:,"));

  private final MemoryTier memory;
  private final ScriptLoads loads;
  private final StoredReader reader;
  private final TableStore tables;
  private final StoredPairs pairs;
  private final LoneMaps loneMaps;
  private final EmbeddedMaps embeddedMaps;
  private final Clock clock;

  StoredScripts(
      MemoryTier memory,
      ScriptLoads loads,
      StoredReader reader,
      FileLoader files,
      TableStore tables,
      TableCompiler compiler,
      StoredTables usedTables,
      ScriptConfig config,
      FetchConfig limits,
      Clock clock) {
    this.memory = memory;
    this.loads = loads;
    this.reader = reader;
    this.tables = tables;
    this.clock = clock;
    pairs = new StoredPairs(tables, compiler, usedTables);
    loneMaps = new LoneMaps(reader, files, compiler, pairs, config, clock);
    embeddedMaps = new EmbeddedMaps(reader, files, compiler, limits);
  }

  /**
   * Makes the symbols of a map that came with a profile: the sender's word, so neither remembered
   * nor shared. Completes the result, unless it is done, while they are charged; the returned
   * future is done when they no longer are.
   */
  public CompletableFuture<Void> loadEmbedded(
      String scope, EmbeddedMap map, boolean isWebAsked, CompletableFuture<ScriptResult> result) {
    return embeddedMaps.load(scope, map, isWebAsked, result);
  }

  /** Like {@link Scripts#find}, for a stored map; the result's build is known. */
  public CompletableFuture<ScriptResult> find(ScriptRef ref, StoredMap map, boolean isWebAsked) {
    WebUrl base = map.baseUrl();
    WebUrl ofScript = ref.isPath() ? NO_BASE : ref.url().withoutParameters();
    WebUrl baseUrl = base == null ? ofScript : base;
    boolean mayBeTied = isWebAsked && map.text() == null && ref.url().isHttp();
    ScriptKey key = ScriptKey.ofStored(ref, map.id(), mayBeTied ? ref.url() : baseUrl);
    ScriptResult remembered = remembered(key);
    if (remembered != null) {
      return CompletableFuture.completedFuture(remembered);
    }
    StoredLoad load = new StoredLoad(ref, map, new LoadContext(key, ref.url()), baseUrl);
    return loads.join(key, () -> mayBeTied ? loneMaps.withWeb(load) : load(load)).copy();
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

  private CompletableFuture<Outcome> load(StoredLoad load) {
    ReadableContent text = load.map().text();
    return text == null
        ? loneMaps.alone(load)
        : knownPair(load, text)
            .thenCompose(
                known ->
                    known != null
                        ? CompletableFuture.<Outcome>completedFuture(known)
                        : reader.read(
                            text, load.map().shown(), bytes -> loneMaps.readMap(load, bytes)));
  }

  /** Looks for the table of files whose hashes are known, so that neither has to be read. */
  private CompletableFuture<@Nullable Known> knownPair(StoredLoad load, ReadableContent text) {
    String textSha256 = text.sha256();
    String mapSha256 = load.map().map().sha256();
    if (textSha256 == null || mapSha256 == null) {
      return CompletableFuture.completedFuture(null);
    }
    String debugId = load.map().debugId();
    BuildIdentity build = new BuildIdentity(new ScriptContent(textSha256, debugId), debugId);
    return pairs.stored(load, StoredPair.of(textSha256, mapSha256, build));
  }

  /**
   * A map that came with a profile, and its sources' base URL.
   *
   * @param text the script if that came too; null if not
   * @param script where the web has the script, which is fetched then; null if nothing is fetched
   * @param shown what reports show in place of the map's URL
   * @param came a sentence with a space behind, with which details begin
   */
  public record EmbeddedMap(
      WebUrl baseUrl,
      ReadableContent map,
      @Nullable ReadableContent text,
      @Nullable WebUrl script,
      String shown,
      String came) {
    /** Shown for a map within a profile. */
    public static final String EMBEDDED = "embedded";
  }

  /**
   * Compiles maps that came with profiles, for this sender's request only. At most the script is
   * fetched. The limits are those of files from the web; all such maps of a tenant wait in one
   * queue.
   */
  static final class EmbeddedMaps {
    private final StoredReader reader;
    private final FileLoader files;
    private final TableCompiler compiler;
    private final long maxMapSize;
    private final long maxScriptSize;

    EmbeddedMaps(
        StoredReader reader, FileLoader files, TableCompiler compiler, FetchConfig limits) {
      this.reader = reader;
      this.files = files;
      this.compiler = compiler;
      maxMapSize = limits.maxMapSize().asLongValue();
      maxScriptSize = limits.maxScriptSize().asLongValue();
    }

    /** A map to be compiled. Does not keep the profile, since a compilation may wait for long. */
    private record Work(
        String scope, MapFile file, String came, CompletableFuture<ScriptResult> result) {

      Turn turn() {
        return new Turn(scope, EmbeddedMap.EMBEDDED);
      }

      /** Completes the result while its symbols are charged. */
      CompletableFuture<ScriptResult> complete(
          TableResult table, ScriptStatus status, Duration retryAfter) {
        ScriptResult made = made(table, status, retryAfter);
        boolean unused = result.complete(made);
        return CompletableFuture.completedFuture(made);
      }

      private ScriptResult made(TableResult table, ScriptStatus status, Duration retryAfter) {
        if (table instanceof TableFailure failure) {
          TableFailure told = new TableFailure(failure.reason(), came + failure.detail());
          return ScriptFailures.of(told, file.shownUrl());
        }
        CompiledTable compiled = (CompiledTable) table;
        ScriptReport report =
            new ScriptReport(status, file.shownUrl(), came + compiled.detail(), retryAfter);
        return new Found(compiled.symbols(), report, false);
      }
    }

    CompletableFuture<Void> load(
        String scope, EmbeddedMap map, boolean isWebAsked, CompletableFuture<ScriptResult> result) {
      if (result.isDone()) {
        return CompletableFuture.completedFuture(null);
      }
      ReadableContent text = map.text();
      WebUrl url = isWebAsked ? map.script() : null;
      if (map.map().size() > maxMapSize) {
        result.complete(tooLarge(map, "source map", maxMapSize, "max-map-size"));
      } else if (text != null && text.size() > maxScriptSize) {
        result.complete(tooLarge(map, "script", maxScriptSize, "max-script-size"));
      } else {
        return read(
                map,
                map.map(),
                bytes -> {
                  MapFile file = new MapFile(bytes, List.of(), map.baseUrl(), map.shown());
                  Work work = new Work(scope, file, map.came(), result);
                  if (text != null) {
                    return read(map, text, script -> together(work, script));
                  }
                  return url == null ? alone(work, Duration.ZERO) : withWeb(work, url);
                })
            .handle(
                (read, fault) -> {
                  boolean unused =
                      fault == null ? result.complete(read) : result.completeExceptionally(fault);
                  return null;
                });
      }
      return CompletableFuture.completedFuture(null);
    }

    private static Failed tooLarge(EmbeddedMap map, String file, long limit, String key) {
      return new Failed(
          ScriptStatus.TOO_LARGE,
          map.shown(),
          "%sThe %s is larger than the %d bytes of symbolicator.fetch.%s."
              .formatted(map.came(), file, limit, key));
    }

    private CompletableFuture<ScriptResult> read(
        EmbeddedMap map,
        ReadableContent content,
        Function<byte[], CompletableFuture<ScriptResult>> next) {
      return reader.read(content, map.shown(), next, failure -> failure);
    }

    private CompletableFuture<ScriptResult> together(Work work, byte[] script) {
      return work.result.isDone()
          ? work.result
          : compiler.compile(
              work.turn(),
              script,
              work.file,
              table -> work.complete(table, ScriptStatus.FOUND, Duration.ZERO));
    }

    private CompletableFuture<ScriptResult> alone(Work work, Duration retryAfter) {
      return work.result.isDone()
          ? work.result
          : compiler.compileWithoutScript(
              work.turn(),
              work.file,
              table -> work.complete(table, ScriptStatus.SCRIPT_MISSING, retryAfter));
    }

    private CompletableFuture<ScriptResult> withWeb(Work work, WebUrl url) {
      return files.script(
          work.scope,
          url,
          script -> withWeb(work, script),
          failure -> alone(work, failure.report().retryAfter()));
    }

    /** The web may serve another build than the map's, so debug ID or content must tie the two. */
    private CompletableFuture<ScriptResult> withWeb(Work work, FetchedScript script) {
      byte[] text = script.file().body();
      String idOfMap = DebugId.ofMap(work.file.bytes());
      String idOfScript = script.content().debugId();
      if (work.result.isDone()) {
        return work.result;
      }
      if (idOfMap != null && idOfScript != null) {
        return idOfMap.equals(idOfScript) ? together(work, text) : alone(work, Duration.ZERO);
      }
      return compiler.compileIfTied(
          work.turn(),
          text,
          work.file,
          table ->
              table instanceof TableFailure failure
                      && failure.reason() == TableFailure.Reason.MISMATCH
                  ? alone(work, Duration.ZERO)
                  : work.complete(table, ScriptStatus.FOUND, Duration.ZERO));
    }
  }
}
