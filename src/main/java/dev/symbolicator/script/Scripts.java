package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.freshness.Expiry;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.tables.TableStore;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the symbols of scripts: in memory, else by loading them ({@link ScriptPipeline}).
 *
 * <p>Stale symbols are given out at once, wherever they are, while a revalidation that nobody waits
 * for asks their origin. As soon as it learns that the symbols are wrong, they are forgotten, and
 * later callers wait for what takes their place.
 */
@ApplicationScoped
public class Scripts {
  private final MemoryTier memory;
  private final RecordStore records;
  private final TableStore tables;
  private final Fetcher fetcher;
  private final ScriptPipeline pipeline;
  private final BackgroundRevalidations revalidations;
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
      BackgroundRevalidations revalidations,
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
   * Finds the symbols of the script at an http or https URL.
   *
   * @return a future of the caller's own, to cancel or to put a time limit on; the load never fails
   *     the future
   */
  public CompletableFuture<ScriptResult> find(WebUrl url) {
    ScriptKey key = ScriptKey.of(url);
    ScriptResult remembered =
        remembered(key, known -> pipeline.stale(new LoadContext(key, url), known).result());
    if (remembered != null) {
      return CompletableFuture.completedFuture(remembered);
    }
    FetchFailure refused = fetcher.refuse(FetchRequest.script(url));
    if (refused != null) { // The next refusal costs as little, so this one is not remembered.
      return CompletableFuture.completedFuture(failures.ofScript(refused));
    }
    return loads.join(key, () -> pipeline.load(new LoadContext(key, url))).copy();
  }

  /**
   * Finds what takes the place of stale symbols, or the same symbols if they are still right.
   *
   * @return like {@link #find}, but not before the script's origin has answered; a passing failure
   *     if the origin could not be asked
   */
  public CompletableFuture<ScriptResult> findRenewed(WebUrl url) {
    return revalidations
        .over(ScriptKey.of(url))
        .thenCompose(
            failure ->
                failure != null && failure.report().isPassing()
                    ? CompletableFuture.completedFuture(failure)
                    : find(url));
  }

  /**
   * Finds the symbols of a script that is its own URL: Chromium names the code of a {@code data:}
   * URL by the whole of it.
   *
   * @return like {@link #find}
   */
  public CompletableFuture<ScriptResult> findData(String url) {
    DataScripts.DataScriptReading decoded = dataScripts.decode(url);
    if (!(decoded instanceof DataScripts.DataScript script)) {
      return CompletableFuture.completedFuture(((DataScripts.Undecodable) decoded).why());
    }
    CompletableFuture<ScriptResult> result = find(script).copy();
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

  /**
   * Returns the result that memory has; null if it has none that may be used.
   *
   * @param stale uses symbols that are stale
   */
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
