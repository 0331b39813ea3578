package dev.symbolicator.script;

import dev.symbolicator.content.Sha256;
import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.script.MapCompiler.Compilation;
import dev.symbolicator.script.MapCompiler.Compiled;
import dev.symbolicator.script.MapCompiler.NotCompiled;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loads one script from its origin: fetches it, finds its source map, fetches that, and compiles
 * both unless somebody has compiled the same before. Fetches wait on no thread.
 */
@ApplicationScoped
class ScriptLoader {
  private final Fetcher fetcher;
  private final TableTiers tiers;
  private final TableCompiler compiler;
  private final Freshness freshness;
  private final Clock clock;
  private final long missesTimeToLive;
  private final TableOptions options;

  ScriptLoader(
      Fetcher fetcher,
      TableTiers tiers,
      TableCompiler compiler,
      ScriptConfig config,
      TableOptions options,
      Clock clock) {
    this.fetcher = fetcher;
    this.tiers = tiers;
    this.compiler = compiler;
    this.clock = clock;
    freshness = Freshness.of(config);
    missesTimeToLive = config.missesTimeToLive().toMillis();
    this.options = options;
  }

  /** What is to be said of a script that may not be asked for; null if it may. */
  @Nullable Failed refuse(WebUrl url) {
    FetchFailure refused = fetcher.refuse(FetchRequest.script(url));
    return refused == null ? null : FetchFailures.ofScript(refused);
  }

  /** Whether what a record is of was compiled as it would be now. */
  boolean compilesAlike(ScriptRecord record) {
    return options.settings().equals(record.settings());
  }

  /** When what is worth compiling again is to be. */
  Retry soon() {
    return new Retry(clock.millis(), freshness.min().toMillis());
  }

  /** The same for what was compiled long ago. */
  Retry now() {
    Retry soon = soon();
    return new Retry(soon.since() - soon.pause(), soon.pause());
  }

  /**
   * A map that was fetched before its script; closed by who fetched it.
   *
   * @param namedBy the final URL of the script for which that was done
   */
  record FetchedMap(WebUrl url, WebUrl namedBy, Fetched file) {
    boolean isFor(Fetched script, WebUrl named) {
      return url.equals(named) && namedBy.equals(script.finalUrl());
    }
  }

  /** Loads a script that nothing is known of. */
  CompletableFuture<Outcome> load(Load load, WebUrl url) {
    return load(load, url, null);
  }

  /**
   * The same.
   *
   * @param map is not fetched again if it is still what the script names
   */
  CompletableFuture<Outcome> load(Load load, WebUrl url, @Nullable FetchedMap map) {
    return fetcher
        .fetch(FetchRequest.script(url))
        .thenComposeAsync(
            result ->
                result instanceof Fetched script
                    ? load(load, script, map)
                    : missed(FetchFailures.ofScript((FetchFailure) result)),
            compiler.threads());
  }

  /**
   * Loads the map of a script that was fetched. The script stays in memory, and charged, until it
   * is compiled; it is closed here.
   */
  CompletableFuture<Outcome> load(Load load, Fetched script) {
    return load(load, script, (FetchedMap) null);
  }

  private CompletableFuture<Outcome> load(Load load, Fetched script, @Nullable FetchedMap map) {
    return guarded(() -> load(load, script, Copy.of(script, freshness, clock.millis()), map))
        .whenComplete((outcome, fault) -> script.close());
  }

  /** Loads the map of a script that is closed elsewhere, and of which a copy was made already. */
  CompletableFuture<Outcome> load(Load load, Fetched script, Copy copy) {
    return load(load, script, copy, null);
  }

  private CompletableFuture<Outcome> load(
      Load load, Fetched script, Copy copy, @Nullable FetchedMap map) {
    MapLink link = MapLink.of(script);
    if (link instanceof MapLink.Inline inline) {
      return paired(load, script.body(), inline.map(), new Pair(copy, null, null));
    }
    if (!(link instanceof MapLink.Linked linked)) {
      return missed(((MapLink.None) link).why(), copy, null, null);
    }
    return map != null && map.isFor(script, linked.url())
        ? paired(load, script, copy, linked.url(), map.file())
        : fetchMap(load, script, copy, linked.url());
  }

  private CompletableFuture<Outcome> fetchMap(Load load, Fetched script, Copy copy, WebUrl mapUrl) {
    return fetcher
        .fetch(FetchRequest.sourceMap(mapUrl, script.finalUrl()))
        .thenComposeAsync(
            result -> {
              if (!(result instanceof Fetched map)) {
                return missed(
                    FetchFailures.ofMap((FetchFailure) result, mapUrl), copy, mapUrl, null);
              }
              return guarded(() -> paired(load, script, copy, mapUrl, map))
                  .whenComplete((outcome, fault) -> map.close());
            },
            compiler.threads());
  }

  private CompletableFuture<Outcome> paired(
      Load load, Fetched script, Copy copy, WebUrl mapUrl, Fetched map) {
    Copy mapCopy = Copy.of(map, freshness, clock.millis());
    return paired(
        load, script.body(), MapFile.of(map, script.finalUrl()), new Pair(copy, mapUrl, mapCopy));
  }

  /**
   * Makes a failed future of what the work throws, so that what hangs on it is done in any case.
   */
  static CompletableFuture<Outcome> guarded(Supplier<CompletableFuture<Outcome>> work) {
    return CompletableFuture.completedFuture(work).thenCompose(Supplier::get);
  }

  /** A script and the map that was found for it. */
  private record Pair(Copy script, @Nullable WebUrl mapUrl, @Nullable Copy map) {
    ScriptRecord record(String shownMapUrl, String block, TableOptions options) {
      return new ScriptRecord(
          script, mapUrl, map, shownMapUrl, block, options.settings(), options.grants());
    }
  }

  private CompletableFuture<Outcome> paired(Load load, byte[] script, MapFile map, Pair pair) {
    Copy mapCopy = pair.map();
    StoreKey block =
        TableCodec.key(
            load.key().scope(),
            pair.script().sha256(),
            mapCopy == null ? Sha256.of(map.bytes()) : mapCopy.sha256(),
            map.baseUrl(),
            options.of(map));
    ScriptRecord record = pair.record(map.shownUrl(), block.hash(), options);
    return tiers
        .table(load, block)
        .thenCompose(
            compiled ->
                compiled != null
                    ? kept(load, record, compiled)
                    : compiler.compile(
                        load.key().origin(), script, map, made -> compiled(load, record, made)));
  }

  private CompletableFuture<Outcome> compiled(
      Load load, ScriptRecord record, Compilation compilation) {
    if (!(compilation instanceof Compiled compiled)) {
      return missed(
          ((NotCompiled) compilation).why(), record.script(), record.mapUrl(), record.map());
    }
    tiers.count("compiled");
    if (compiled.lacksSources()) {
      return CompletableFuture.completedFuture(
          TableTiers.known(record, compiled).provisional(soon()));
    }
    return record.expiry().storable()
        ? tiers
            .keep(load, load.key().block(record.block()), compiled)
            .thenCompose(done -> kept(load, record, compiled))
        : CompletableFuture.completedFuture(TableTiers.known(record, compiled));
  }

  private CompletableFuture<Outcome> kept(Load load, ScriptRecord record, Compiled compiled) {
    return tiers.keep(load, record).thenApply(done -> TableTiers.known(record, compiled));
  }

  private static CompletableFuture<Outcome> missed(Failed failed) {
    return CompletableFuture.completedFuture(new Missed(failed));
  }

  /** What is said of a script without symbols, to be asked about as {@link Basis#of} says. */
  CompletableFuture<Outcome> missed(
      Failed why, Copy script, @Nullable WebUrl mapUrl, @Nullable Copy map) {
    long earliest = clock.millis() + missesTimeToLive;
    return CompletableFuture.completedFuture(
        new Missed(why, Basis.of(why, script, mapUrl, map, earliest)));
  }
}
