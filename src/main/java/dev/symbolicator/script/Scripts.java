package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.RecordStore.ScriptRecord;
import dev.symbolicator.script.Revalidations.Revalidated.Replaced;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.script.ScriptPipeline.LoadContext;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.tables.TableStore;
import dev.symbolicator.url.WebUrl;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the symbols of scripts, in memory or by loading them ({@link ScriptPipeline}).
 *
 * <p>Stale symbols are returned at once, whether from memory, disk or Redis, while a revalidation
 * in the background asks their origin. Symbols that the revalidation finds wrong are forgotten
 * immediately, and later callers wait for the new symbols.
 */
@Singleton
public class Scripts {
  private final MemoryTier memory;
  private final RecordStore records;
  private final TableStore tables;
  private final Fetcher fetcher;
  private final ScriptPipeline pipeline;
  private final Revalidations revalidations;
  private final DataScripts dataScripts;
  private final ScriptLoads loads;
  private final ScriptFailures failures;
  private final Clock clock;

  Scripts(
      MemoryTier memory,
      RecordStore records,
      TableStore tables,
      Fetcher fetcher,
      ScriptPipeline pipeline,
      Revalidations revalidations,
      DataScripts dataScripts,
      ScriptLoads loads,
      ScriptFailures failures,
      Clock clock) {
    this.memory = memory;
    this.records = records;
    this.tables = tables;
    this.fetcher = fetcher;
    this.pipeline = pipeline;
    this.revalidations = revalidations;
    this.dataScripts = dataScripts;
    this.loads = loads;
    this.failures = failures;
    this.clock = clock;
  }

  /**
   * Finds symbols by an http or https URL. Ending the future ends no load; it never fails by
   * itself.
   */
  public CompletableFuture<ScriptResult> find(ScriptRef ref) {
    WebUrl url = ref.url();
    ScriptKey key = ScriptKey.of(ref);
    ScriptResult remembered =
        remembered(key, known -> pipeline.stale(new LoadContext(key, url), known).result());
    if (remembered != null) {
      return CompletableFuture.completedFuture(remembered);
    }
    FetchFailure refused = fetcher.refuse(FetchRequest.script(url));
    if (refused != null) {
      // A refusal costs little, so refusals are not remembered.
      return CompletableFuture.completedFuture(failures.ofScript(refused));
    }
    return loads.join(key, () -> pipeline.load(new LoadContext(key, url))).copy();
  }

  /** Tells whether memory has a fresh answer that is final; starts nothing. */
  public boolean isFresh(ScriptRef ref, Predicate<ScriptResult> isFinal) {
    ScriptKey key = ScriptKey.of(ref);
    Known known = memory.known(key);
    if (known != null) {
      return isFresh(known) && isFinal.test(known.result());
    }
    Missed missed = memory.missed(key, clock.millis());
    return missed != null && isFinal.test(missed.result());
  }

  private boolean isFresh(Known known) {
    return !known.result().symbols().isCorrupt() && known.useAt(clock.millis()) == Expiry.Use.FRESH;
  }

  /**
   * Like {@link #find}, once the origin has answered; a passing failure if it could not be asked.
   */
  public CompletableFuture<ScriptResult> findRenewed(ScriptRef ref) {
    return revalidations
        .over(ScriptKey.of(ref))
        .thenCompose(
            failure ->
                failure != null && failure.report().isPassing()
                    ? CompletableFuture.completedFuture(failure)
                    : find(ref));
  }

  /** Tells whether {@link #findChecked} would ask: once in {@link ScriptConfig#minFresh}. */
  public boolean mayRevalidate(ScriptRef ref) {
    return revalidations.mayRevalidate(ScriptKey.of(ref));
  }

  /** Like {@link #find}, but first asks the origin, even if the symbols are fresh. */
  public CompletableFuture<ScriptResult> findChecked(ScriptRef ref) {
    ScriptKey key = ScriptKey.of(ref);
    LoadContext load = new LoadContext(key, ref.url());
    Known known = memory.known(key);
    CompletableFuture<@Nullable ScriptRecord> record =
        known == null
            ? records.find(key)
            : CompletableFuture.<@Nullable ScriptRecord>completedFuture(known.record());
    return record.thenCompose(
        found ->
            found == null
                ? find(ref)
                : revalidations
                    .join(
                        load,
                        found,
                        known == null ? null : known.schedule(),
                        true,
                        pipeline::fetched)
                    .thenCompose(
                        answer ->
                            answer instanceof Replaced replaced
                                ? CompletableFuture.completedFuture(replaced.outcome().result())
                                : find(ref)));
  }

  /** Like {@link #find}, for a {@code data:} URL, by which Chromium names such scripts. */
  public CompletableFuture<ScriptResult> findData(String scope, String url, boolean isWebAsked) {
    DataScripts.DataScriptReading decoded = dataScripts.decode(scope, url, isWebAsked);
    if (!(decoded instanceof DataScripts.DataScript script)) {
      return CompletableFuture.completedFuture(
          DataScripts.explained(url, ((DataScripts.Undecodable) decoded).why()));
    }
    CompletableFuture<ScriptResult> result =
        find(script).thenApply(found -> DataScripts.explained(url, found));
    script.closeUnlessLoading();
    return result;
  }

  private CompletableFuture<ScriptResult> find(DataScripts.DataScript script) {
    ScriptResult remembered =
        remembered(
            script.key(),
            known -> {
              CompletableFuture<?> unused = load(script);
              return known.stale().result();
            });
    return remembered != null ? CompletableFuture.completedFuture(remembered) : load(script);
  }

  private CompletableFuture<ScriptResult> load(DataScripts.DataScript script) {
    return loads.joinOnce(script.key(), () -> dataScripts.load(script));
  }

  /** Returns a usable result from memory, or null; {@code stale} makes that of stale symbols. */
  private @Nullable ScriptResult remembered(ScriptKey key, Function<Known, ScriptResult> stale) {
    Known known = memory.known(key);
    if (known != null && known.result().symbols().isCorrupt()) {
      memory.forget(key);
      records.forget(key);
      tables.forget(key.block(known.record().block()));
      known = null;
    }
    Expiry.Use use = known == null ? Expiry.Use.EXPIRED : useOf(key, known);
    if (known != null && use != Expiry.Use.EXPIRED) {
      loads.countHit();
      return use == Expiry.Use.FRESH ? known.result() : stale.apply(known);
    }
    Missed missed = memory.missed(key, clock.millis());
    if (missed != null) {
      loads.countHit();
      return missed.result();
    }
    return null;
  }

  /** While the origin is unreachable, expired symbols within {@code errorUntil} count as stale. */
  private Expiry.Use useOf(ScriptKey key, Known known) {
    long now = clock.millis();
    Expiry.Use use = known.useAt(now);
    Failed failure = use == Expiry.Use.EXPIRED ? revalidations.recentFailure(key) : null;
    return failure != null && known.record().expiry().outlivesErrorsAt(now)
        ? Expiry.Use.STALE
        : use;
  }
}
