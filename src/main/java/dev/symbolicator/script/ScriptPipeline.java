package dev.symbolicator.script;

import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.memory.Sha256;
import dev.symbolicator.script.FileLoader.FetchedFiles;
import dev.symbolicator.script.FileLoader.FetchedFiles.FetchedMap;
import dev.symbolicator.script.FileLoader.FetchedFiles.FetchedScript;
import dev.symbolicator.script.FileLoader.FileVersions;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.MissEvidence;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.Outcome.RecompileSchedule;
import dev.symbolicator.script.RecordStore.FilePair;
import dev.symbolicator.script.RecordStore.ScriptRecord;
import dev.symbolicator.script.Revalidations.Revalidated.Replaced;
import dev.symbolicator.script.Revalidations.Revalidated.StillValid;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.sources.OriginalSourceLoader.SourceRules;
import dev.symbolicator.store.LayeredStore.StoreSession;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.tables.MapCompiler.MapFile;
import dev.symbolicator.tables.TableCompiler;
import dev.symbolicator.tables.TableResult;
import dev.symbolicator.tables.TableResult.CompiledTable;
import dev.symbolicator.tables.TableResult.TableFailure;
import dev.symbolicator.tables.TableStore;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loads a script that is not fresh in memory, in six stages:
 *
 * <ol>
 *   <li>known: expired symbols in memory are revalidated;
 *   <li>recorded: disk or Redis have the URL's last answer and its table;
 *   <li>locked: one instance goes on, the others wait for its record;
 *   <li>fetched: the script, then the map that it names;
 *   <li>compiled: script and map become a table, unless the store has one by content;
 *   <li>remembered: the store keeps the table and the record; the caller keeps the outcome.
 * </ol>
 *
 * <p>Nothing waits on a thread. A load that waits for an origin or another instance holds no table.
 */
@ApplicationScoped
class ScriptPipeline {
  private final MemoryTier memory;
  private final RecordStore records;
  private final TableStore tables;
  private final LoadLocks locks;
  private final Revalidations revalidations;
  private final FileLoader files;
  private final TableCompiler compiler;
  private final FileVersions versions;
  private final String settings;
  private final Duration sourcesRetry;

  ScriptPipeline(
      MemoryTier memory,
      RecordStore records,
      TableStore tables,
      LoadLocks locks,
      Revalidations revalidations,
      FileLoader files,
      TableCompiler compiler,
      FileVersions versions,
      SourceRules rules,
      ScriptConfig config) {
    this.memory = memory;
    this.records = records;
    this.tables = tables;
    this.locks = locks;
    this.revalidations = revalidations;
    this.files = files;
    this.compiler = compiler;
    this.versions = versions;
    settings = rules.settings();
    Duration failure = config.failuresTimeToLive();
    sourcesRetry = failure.compareTo(config.minFresh()) > 0 ? failure : config.minFresh();
  }

  CompletableFuture<Outcome> load(LoadContext load) {
    CompletableFuture<Outcome> replacement = revalidations.replacement(load.key());
    return replacement == null ? known(load) : replacement;
  }

  /** Stage 1. */
  private CompletableFuture<Outcome> known(LoadContext load) {
    Known known = memory.known(load.key());
    return known == null
        ? recorded(load)
        : orElse(revalidated(load, known.record(), known.schedule()), () -> recorded(load));
  }

  /** Stage 2. */
  private CompletableFuture<Outcome> recorded(LoadContext load) {
    return orElse(stored(load), () -> locked(load));
  }

  /** Returns the symbols in the store; null if the record or its table is missing. */
  private CompletableFuture<@Nullable Outcome> stored(LoadContext load) {
    return records
        .find(load.key())
        .thenCompose(record -> record == null ? done(null) : used(load, record));
  }

  /**
   * Uses a record as its freshness allows. The record was fetched under the present grants. A table
   * that was compiled under other settings is compiled again.
   */
  private CompletableFuture<@Nullable Outcome> used(LoadContext load, ScriptRecord record) {
    if (!record.settings().equals(settings)) {
      RecompileSchedule due = RecompileSchedule.due(versions.now(), versions.freshness());
      return revalidated(load, record, due);
    }
    Expiry.Use use = record.expiry().at(versions.now());
    return use == Expiry.Use.EXPIRED
        ? revalidated(load, record, null)
        : table(load, record)
            .thenApply(
                known -> known == null || use == Expiry.Use.FRESH ? known : stale(load, known));
  }

  private CompletableFuture<@Nullable Known> table(LoadContext load, ScriptRecord record) {
    return tables
        .find(load.key().block(record.block()))
        .thenApply(table -> table == null ? null : known(record, table));
  }

  Known stale(LoadContext load, Known known) {
    CompletableFuture<?> unused =
        revalidations.join(load, known.record(), known.schedule(), false, this::fetched);
    return known.stale();
  }

  /** Revalidates symbols before their use; returns null if their table is gone by then. */
  private CompletableFuture<@Nullable Outcome> revalidated(
      LoadContext load, ScriptRecord record, @Nullable RecompileSchedule schedule) {
    return revalidations
        .join(load, record, schedule, false, this::fetched)
        .thenCompose(
            answer ->
                answer instanceof StillValid valid
                    ? valid(load, valid)
                    : done(((Replaced) answer).outcome()));
  }

  /** Finds the table of the valid record, since a joined revalidation may be of another record. */
  private CompletableFuture<@Nullable Outcome> valid(LoadContext load, StillValid valid) {
    Known known = memory.known(load.key(), valid.record().block());
    return known != null
        ? done(known.revalidated(valid))
        : table(load, valid.record())
            .thenApply(stored -> stored == null ? null : stored.revalidated(valid));
  }

  /** Stage 3. */
  private CompletableFuture<Outcome> locked(LoadContext load) {
    // A revalidation may have found the symbols wrong since the load began.
    CompletableFuture<Outcome> replacement = revalidations.replacement(load.key());
    if (replacement != null) {
      return replacement;
    }
    return locks.areUsable()
        ? locks.inTurn(
            load, isOurTurn -> isOurTurn ? orElse(stored(load), () -> missed(load)) : stored(load))
        : missed(load);
  }

  /** Revalidates a miss that memory has evidence for, and loads any other script. */
  private CompletableFuture<Outcome> missed(LoadContext load) {
    Missed miss = memory.lastingMiss(load.key());
    MissEvidence evidence = miss == null ? null : miss.evidence();
    if (miss == null || evidence == null) {
      return fetched(load, FetchedFiles.NONE);
    }
    return miss.isFreshAt(versions.now()) // Another load revalidated the miss meanwhile.
        ? done(miss)
        : revalidations.ofMiss(load, miss.result(), evidence, this::fetched);
  }

  /**
   * Stage 4. Fetches the files that were not fetched already; the caller closes those that were.
   */
  CompletableFuture<Outcome> fetched(LoadContext load, FetchedFiles have) {
    return have.script() != null
        ? linked(load, have.script(), have.map())
        : files.script(load, script -> linked(load, script, have.map()));
  }

  /** Compiles a script that is known, and fetches neither its map nor its sources. */
  CompletableFuture<Outcome> withoutWeb(LoadContext load, FetchedScript script) {
    MapLink link = MapLink.of(script.file());
    return link instanceof MapLink.Inline inline
        ? inline(load, script, inline.map().withoutWeb())
        : done(new Missed(link instanceof MapLink.None none ? none.why() : MapLink.NOT_FETCHED));
  }

  private CompletableFuture<Outcome> linked(
      LoadContext load, FetchedScript script, @Nullable FetchedMap map) {
    MapLink link = MapLink.of(script.file());
    if (link instanceof MapLink.None none) {
      return done(revalidations.missed(none.why(), script.alone()));
    }
    if (link instanceof MapLink.Inline inline) {
      return inline(load, script, inline.map());
    }
    WebUrl mapUrl = ((MapLink.Linked) link).url();
    return map != null && map.isNamedBy(script, mapUrl)
        ? paired(load, script, map)
        : files.map(load, script, mapUrl, fetched -> paired(load, script, fetched));
  }

  private CompletableFuture<Outcome> inline(LoadContext load, FetchedScript script, MapFile map) {
    return compiled(load, script, map, Sha256.of(map.bytes()), script.withInline(map.bytes()));
  }

  private CompletableFuture<Outcome> paired(
      LoadContext load, FetchedScript script, FetchedMap map) {
    String mapSha256 = map.version().sha256();
    return compiled(load, script, map.forScript(script), mapSha256, map.pairedWith(script));
  }

  /** Stage 5. */
  private CompletableFuture<Outcome> compiled(
      LoadContext load, FetchedScript script, MapFile map, String mapSha256, FilePair pair) {
    StoreKey block = tables.key(load.key().scope(), pair.script().sha256(), map, mapSha256);
    ScriptRecord record =
        new ScriptRecord(pair, map.shownUrl(), block.hash(), settings, records.grants());
    return tables
        .find(block)
        .thenCompose(
            table ->
                table != null
                    ? kept(load, record, table)
                    : compiler.compile(
                        load.key().turn(),
                        script.file().body(),
                        map,
                        result -> remembered(load, record, result)));
  }

  /** Stage 6. */
  private CompletableFuture<Outcome> remembered(
      LoadContext load, ScriptRecord record, TableResult result) {
    if (result instanceof TableFailure failure) {
      Failed why = ScriptFailures.of(failure, record.shownMapUrl());
      return done(revalidations.missed(why, record.files()));
    }
    CompiledTable table = (CompiledTable) result;
    tables.countCompiled();
    if (table.lacksSources()) {
      RecompileSchedule soon = RecompileSchedule.soon(versions.now(), versions.freshness());
      return done(known(record, table).withSchedule(soon));
    }
    return record.expiry().storable()
        ? tables
            .keep(load.sharing(), load.key().block(record.block()), table)
            .thenCompose(kept -> kept(load, record, table))
        : done(known(record, table));
  }

  private CompletableFuture<Outcome> kept(
      LoadContext load, ScriptRecord record, CompiledTable table) {
    return records.keep(load, record).thenApply(kept -> known(record, table));
  }

  private Known known(ScriptRecord record, CompiledTable table) {
    ScriptReport report =
        new ScriptReport(
            ScriptStatus.FOUND,
            record.shownMapUrl(),
            table.detail(),
            table.isPassing() ? sourcesRetry : Duration.ZERO);
    return new Known(
        record, new Found(table.symbols(), report, false, record.files().build()), null);
  }

  private static CompletableFuture<Outcome> orElse(
      CompletableFuture<@Nullable Outcome> found, Supplier<CompletableFuture<Outcome>> next) {
    return found.thenCompose(outcome -> outcome == null ? next.get() : done(outcome));
  }

  private static <T extends Outcome> CompletableFuture<T> done(@Nullable T outcome) {
    return CompletableFuture.completedFuture(outcome);
  }

  /** One load of a script, by its URL before redirects. */
  record LoadContext(ScriptKey key, WebUrl url, StoreSession sharing) {

    LoadContext(ScriptKey key, WebUrl url) {
      this(key, url, new StoreSession());
    }
  }
}
