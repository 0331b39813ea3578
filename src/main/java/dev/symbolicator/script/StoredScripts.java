package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.maps.ScriptRef.ScriptContent;
import dev.symbolicator.maps.StoredMap;
import dev.symbolicator.maps.StoredMap.ReadableContent;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.tables.TableCompiler;
import dev.symbolicator.tables.TableStore;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Finds the symbols of scripts whose maps are not on the web: uploaded, or in a mounted folder or
 * bucket. Content never changes under its name, so these symbols are never revalidated.
 *
 * <p>A map may be stored without its script. The script that the web serves now is compiled with
 * such a map only if debug ID or content ties the two, since the web may serve the next release
 * already. Otherwise the map is compiled alone.
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
    embeddedMaps = new EmbeddedMaps(reader, compiler, limits);
  }

  /**
   * Makes the symbols of a script whose map came with a profile. They are neither remembered nor
   * shared, since both files are the word of the profile's sender.
   *
   * @param result completed while the symbols are charged to the byte budget; nothing is done if
   *     the result is there already
   * @return done when the symbols are charged no more
   */
  public CompletableFuture<Void> loadEmbedded(
      String scope, EmbeddedMap map, CompletableFuture<ScriptResult> result) {
    return embeddedMaps.load(scope, map, result);
  }

  /**
   * Finds the symbols of a script with a stored map.
   *
   * @param isWebAsked whether the web may be asked for the script of a map that is stored alone
   * @return like {@link Scripts#find}; the result's build is known
   */
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

  /** Loads a map with its stored script, or alone. */
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
}
