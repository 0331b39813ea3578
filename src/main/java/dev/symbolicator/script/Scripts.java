package dev.symbolicator.script;

import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.Renewed.Other;
import dev.symbolicator.script.Renewed.Same;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the symbols of scripts: in memory, on disk, in Redis, or at their origins; and remembers
 * what it found.
 *
 * <p>Symbols that are no longer fresh are given out at once, wherever they are, and a revalidation
 * that nobody waits for asks whether they are still right. As soon as it learns that they are not,
 * they are forgotten, and who asks from then on waits for what comes of it.
 */
@ApplicationScoped
public class Scripts {
  private final MemoryTier memory;
  private final TableTiers tiers;
  private final Leases leases;
  private final ScriptLoader loader;
  private final Renewals renewals;
  private final MissRevalidation missRevalidation;
  private final DataScripts dataScripts;
  private final Loads loads;
  private final Clock clock;

  Scripts(
      MemoryTier memory,
      TableTiers tiers,
      Leases leases,
      ScriptLoader loader,
      Renewals renewals,
      MissRevalidation missRevalidation,
      DataScripts dataScripts,
      Loads loads,
      Clock clock) {
    this.memory = memory;
    this.tiers = tiers;
    this.leases = leases;
    this.loader = loader;
    this.renewals = renewals;
    this.missRevalidation = missRevalidation;
    this.dataScripts = dataScripts;
    this.loads = loads;
    this.clock = clock;
  }

  /**
   * Finds the symbols of the script at an http or https URL.
   *
   * @return a future of the caller's own, which it may cancel or put a time limit on; it never
   *     completes exceptionally by itself
   */
  public CompletableFuture<ScriptResult> find(WebUrl url) {
    ScriptKey key = ScriptKey.of(url);
    ScriptResult remembered =
        remembered(key, known -> renewals.join(key, url, known.record(), known.retry()));
    if (remembered != null) {
      return CompletableFuture.completedFuture(remembered);
    }
    Failed refused = loader.refuse(url);
    Supplier<CompletableFuture<Outcome>> load = () -> load(key, url);
    return refused == null
        ? loads.join(key, load, load).copy()
        : CompletableFuture.completedFuture(refused); // not worth remembering, however often
  }

  /**
   * Finds what takes the place of symbols that were {@link ScriptResult.Found#isStale}, or the same
   * if they are still right.
   *
   * @return as {@link #find} does, not before the script's origin has answered; a failure that
   *     passes if it could not be asked
   */
  public CompletableFuture<ScriptResult> findRenewed(WebUrl url) {
    ScriptKey key = ScriptKey.of(url);
    return renewals
        .over(key)
        .thenCompose(
            setback ->
                setback != null && setback.passing()
                    ? CompletableFuture.completedFuture(setback)
                    : find(url));
  }

  /**
   * Finds the symbols of a script that is its own URL: Chromium names the code of a {@code data:}
   * URL by the whole of it.
   *
   * @return as {@link #find} does
   */
  public CompletableFuture<ScriptResult> findData(String url) {
    DataScripts.Opening opening = dataScripts.open(url);
    if (!(opening instanceof DataScripts.Opened script)) {
      return CompletableFuture.completedFuture(((DataScripts.Refused) opening).why());
    }
    CompletableFuture<ScriptResult> result = find(script).copy();
    script.closeUnlessLoading();
    return result;
  }

  private CompletableFuture<ScriptResult> find(DataScripts.Opened script) {
    Supplier<CompletableFuture<ScriptResult>> load =
        () -> loads.join(script.key(), () -> dataScripts.load(script), null);
    ScriptResult remembered = remembered(script.key(), known -> load.get());
    return remembered != null ? CompletableFuture.completedFuture(remembered) : load.get();
  }

  /**
   * What memory knows.
   *
   * @param renew begins to ask whether what is stale is still right
   */
  private @Nullable ScriptResult remembered(
      ScriptKey key, Function<Known, CompletableFuture<?>> renew) {
    Known known = memory.known(key);
    if (known != null && known.result().symbols().isCorrupt()) {
      forget(key);
      tiers.forget(key.block(known.record().block()));
      known = null;
    }
    Expiry.Use use = known == null ? Expiry.Use.EXPIRED : useOf(key, known);
    if (known != null && use != Expiry.Use.EXPIRED) {
      loads.countHit();
      if (use == Expiry.Use.FRESH) {
        return known.result();
      }
      CompletableFuture<?> unused = renew.apply(known);
      return known.stale().result();
    }
    Missed missed = memory.missed(key, clock.millis());
    if (missed != null) {
      loads.countHit();
      return missed.result();
    }
    return null;
  }

  /** What outlives that its origin cannot be asked is as good as stale until it can. */
  private Expiry.Use useOf(ScriptKey key, Known known) {
    long now = clock.millis();
    Expiry.Use use = known.useAt(now);
    return use == Expiry.Use.EXPIRED
            && known.record().expiry().outlivesErrorsAt(now)
            && renewals.setback(key) != null
        ? Expiry.Use.STALE
        : use;
  }

  private CompletableFuture<Outcome> load(ScriptKey key, WebUrl url) {
    CompletableFuture<Outcome> replacement = renewals.replacement(key);
    if (replacement != null) {
      return replacement;
    }
    Load load = tiers.begin(key);
    Known known = memory.known(key);
    if (known != null) {
      return renewed(load, url, known.record(), known.retry(), () -> done(known));
    }
    return tiers
        .record(load)
        .thenCompose(
            record ->
                record == null
                    ? loadNew(load, url)
                    : use(load, url, record, () -> tiers.find(load, record)));
  }

  private CompletableFuture<Outcome> loadNew(Load load, WebUrl url) {
    // What was known when the record was looked for may be known to be wrong since.
    CompletableFuture<Outcome> replacement = renewals.replacement(load.key());
    if (replacement != null) {
      return replacement;
    }
    return leases
        .load(load, () -> load(load, url))
        .thenCompose(
            outcome ->
                outcome instanceof Known known
                    ? use(load, url, known.record(), () -> done(known))
                    : done(outcome));
  }

  private CompletableFuture<Outcome> load(Load load, WebUrl url) {
    Missed missed = memory.lastingMiss(load.key());
    Basis basis = missed == null ? null : missed.basis();
    if (missed == null || basis == null) {
      return loader.load(load, url);
    }
    return missed.isFreshAt(clock.millis())
        ? done(missed) // it came after the look for it
        : missRevalidation.run(new MissRevalidation.Task(load, url, missed, basis));
  }

  /**
   * What was kept, here or by another instance, was fetched under the grants of now: {@link
   * TableTiers#record}. If the configuration would have it compiled otherwise, that is done.
   *
   * @param table reads it, as late as may be: nothing is waited for that holds one
   */
  private CompletableFuture<Outcome> use(
      Load load,
      WebUrl url,
      ScriptRecord record,
      Supplier<CompletableFuture<@Nullable Known>> table) {
    if (!loader.compilesAlike(record)) {
      return renewed(load, url, record, loader.now(), table);
    }
    Expiry.Use use = record.expiry().at(clock.millis());
    if (use == Expiry.Use.EXPIRED) {
      return renewed(load, url, record, null, table);
    }
    return table
        .get()
        .thenCompose(
            known -> {
              if (known == null) {
                return loadNew(load, url);
              }
              if (use == Expiry.Use.FRESH) {
                return done(known);
              }
              CompletableFuture<?> unused = renewals.join(load.key(), url, record, null);
              return done(known.stale());
            });
  }

  /** What is used only after its origin was asked, or could not be. */
  private CompletableFuture<Outcome> renewed(
      Load load,
      WebUrl url,
      ScriptRecord record,
      @Nullable Retry retry,
      Supplier<CompletableFuture<@Nullable Known>> table) {
    return renewals
        .join(load.key(), url, record, retry)
        .thenCompose(
            renewed ->
                renewed instanceof Same same
                    ? table
                        .get()
                        .thenCompose(
                            known -> known == null ? loadNew(load, url) : done(known.renewed(same)))
                    : done(((Other) renewed).outcome()));
  }

  private static <T extends @Nullable Outcome> CompletableFuture<T> done(T outcome) {
    return CompletableFuture.completedFuture(outcome);
  }

  private void forget(ScriptKey key) {
    memory.forget(key);
    tiers.forget(key.record());
  }
}
