package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
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
 * <p>Symbols that are no longer fresh are given out at once, and a load that nobody waits for asks
 * whether they are still right. As soon as it learns that they are not, they are forgotten, so that
 * who asks from then on joins that very load.
 */
@ApplicationScoped
public class Scripts {
  private final MemoryTier memory;
  private final TableTiers tiers;
  private final Leases leases;
  private final ScriptLoader loader;
  private final Revalidation revalidation;
  private final DataScripts dataScripts;
  private final Loads loads;
  private final Clock clock;

  Scripts(
      MemoryTier memory,
      TableTiers tiers,
      Leases leases,
      ScriptLoader loader,
      Revalidation revalidation,
      DataScripts dataScripts,
      Loads loads,
      Clock clock) {
    this.memory = memory;
    this.tiers = tiers;
    this.leases = leases;
    this.loader = loader;
    this.revalidation = revalidation;
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
        remembered(
            key,
            known -> loads.join(key, () -> renew(key, url, known), () -> loadOrRenew(key, url)));
    if (remembered != null) {
      return CompletableFuture.completedFuture(remembered);
    }
    Failed refused = loader.refuse(url);
    Supplier<CompletableFuture<Outcome>> load = () -> loadOrRenew(key, url);
    return refused == null
        ? loads.join(key, load, load).copy()
        : CompletableFuture.completedFuture(refused); // not worth remembering, however often
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
      ScriptKey key, Function<Known, CompletableFuture<ScriptResult>> renew) {
    Known known = memory.known(key);
    if (known != null && known.result().symbols().isCorrupt()) {
      forget(key);
      tiers.forget(key.block(known.record().block()));
      known = null;
    }
    Expiry.Use use = known == null ? Expiry.Use.EXPIRED : useOf(known);
    if (known != null && use != Expiry.Use.EXPIRED) {
      if (use == Expiry.Use.STALE) {
        CompletableFuture<?> unused = renew.apply(known);
      }
      loads.countHit();
      return known.result();
    }
    Missed missed = memory.missed(key);
    if (missed != null) {
      loads.countHit();
      return missed.result();
    }
    return null;
  }

  private Expiry.Use useOf(Known known) {
    return known.useAt(clock.millis());
  }

  private CompletableFuture<Outcome> loadOrRenew(ScriptKey key, WebUrl url) {
    Known known = memory.known(key);
    if (known != null) {
      return renew(key, url, known);
    }
    Load load = tiers.begin(key);
    return tiers
        .find(load)
        .thenCompose(
            kept ->
                kept != null
                    ? use(load, url, kept)
                    : leases
                        .load(load, () -> loader.load(load, url))
                        .thenCompose(outcome -> use(load, url, outcome)));
  }

  /**
   * What was kept, here or by another instance, is used only as far as the configuration would
   * still have it fetched. If it would have it compiled otherwise, that is done.
   */
  private CompletableFuture<Outcome> use(Load load, WebUrl url, Outcome outcome) {
    if (!(outcome instanceof Known known)) {
      return CompletableFuture.completedFuture(outcome);
    }
    if (!loader.allows(known.record())) {
      return loader.load(load, url);
    }
    if (!loader.compilesAlike(known.record())) {
      return renew(load, url, known.provisional(loader.soon()));
    }
    return useOf(known) == Expiry.Use.EXPIRED
        ? renew(load, url, known)
        : CompletableFuture.completedFuture(known);
  }

  private CompletableFuture<Outcome> renew(ScriptKey key, WebUrl url, Known known) {
    return renew(tiers.begin(key), url, known);
  }

  private CompletableFuture<Outcome> renew(Load load, WebUrl url, Known known) {
    return revalidation.run(
        new Revalidation.Task(load, FetchRequest.script(url), known, () -> forget(load.key())));
  }

  private void forget(ScriptKey key) {
    memory.forget(key);
    tiers.forget(key.record());
  }
}
