package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.Renewed.Other;
import dev.symbolicator.script.Renewed.Same;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.store.StoreKey;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The revalidations on their way, one for a script at most, whether what is known of it is in
 * memory or not. They hold no table, so that there may be many. One that failed is not tried again
 * for a moment.
 */
@ApplicationScoped
class Renewals {
  private final Revalidation revalidation;
  private final MemoryTier memory;
  private final TableTiers tiers;
  private final LoadingRoom room;
  private final Clock clock;
  private final long pause;
  private final ConcurrentMap<ScriptKey, Renewal> running = new ConcurrentHashMap<>();
  private final Map<StoreKey, Setback> setbacks;

  Renewals(
      Revalidation revalidation,
      MemoryTier memory,
      TableTiers tiers,
      LoadingRoom room,
      ScriptConfig config,
      Clock clock) {
    this.revalidation = revalidation;
    this.memory = memory;
    this.tiers = tiers;
    this.room = room;
    this.clock = clock;
    pause = config.minFresh().toMillis();
    int most = config.maxScripts();
    setbacks =
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<StoreKey, Setback> eldest) {
            return size() > most;
          }
        };
  }

  /** One on its way. */
  private static final class Renewal {
    private final CompletableFuture<Renewed> result = new CompletableFuture<>();
    private final LoadingRoom.Place place;
    private volatile boolean isReplacing;

    Renewal(LoadingRoom.Place place) {
      this.place = place;
    }
  }

  /** Why an origin could not be asked, and until when it is not to be asked again. */
  private record Setback(Failed why, long until) {}

  /**
   * Joins the revalidation of a script, or starts it.
   *
   * @param record what is known of it
   * @param retry as {@link Outcome.Known#retry}
   * @return never completes exceptionally
   */
  CompletableFuture<Renewed> join(
      ScriptKey key, WebUrl url, ScriptRecord record, @Nullable Retry retry) {
    Failed setback = setback(key);
    if (setback != null && record.expiry().outlivesErrorsAt(clock.millis())) {
      return CompletableFuture.completedFuture(new Same(record, retry, setback));
    }
    Renewal others = running.get(key);
    if (others != null) {
      return others.result;
    }
    LoadingRoom.Place place = room.enter(key, 2 * record.memory()); // what is known, and will be
    if (place == null) {
      return CompletableFuture.completedFuture(full(record, retry));
    }
    Renewal mine = new Renewal(place);
    others = running.putIfAbsent(key, mine);
    if (others != null) {
      place.close();
      return others.result;
    }
    Revalidation.Task task =
        new Revalidation.Task(
            tiers.begin(key), FetchRequest.script(url), record, retry, () -> replacing(key, mine));
    CompletableFuture<?> unused =
        CompletableFuture.completedFuture(task)
            .thenCompose(revalidation::run)
            .thenApply(renewed -> remember(key, renewed))
            .exceptionally(fault -> new Other(Loads.fault(fault)))
            .thenAccept(
                renewed -> {
                  running.remove(key, mine);
                  mine.place.close();
                  mine.result.complete(renewed);
                });
    return mine.result;
  }

  private Renewed full(ScriptRecord record, @Nullable Retry retry) {
    return record.expiry().outlivesErrorsAt(clock.millis())
        ? new Same(record, retry, LoadingRoom.full())
        : new Other(new Missed(LoadingRoom.full()));
  }

  private void replacing(ScriptKey key, Renewal renewal) {
    renewal.isReplacing = true;
    memory.forget(key);
    tiers.forget(key.record());
  }

  private Renewed remember(ScriptKey key, Renewed renewed) {
    if (renewed instanceof Other other) {
      memory.remember(key, other.outcome());
      return renewed;
    }
    Same same = (Same) renewed;
    if (same.setback() != null) {
      setBack(key, same.setback());
    }
    memory.renew(key, same.record(), same.retry());
    return renewed;
  }

  private void setBack(ScriptKey key, Failed why) {
    synchronized (setbacks) {
      setbacks.put(key.record(), new Setback(why, clock.millis() + pause));
    }
  }

  /** Why a script's origin could not be asked a moment ago; null if it could, or was not. */
  @Nullable Failed setback(ScriptKey key) {
    StoreKey hashed = key.record();
    synchronized (setbacks) {
      Setback setback = setbacks.get(hashed);
      if (setback != null && clock.millis() >= setback.until) {
        setbacks.remove(hashed);
        return null;
      }
      return setback == null ? null : setback.why;
    }
  }

  /** What comes of the one that is loading what is right now; null if there is none. */
  @Nullable CompletableFuture<Outcome> replacement(ScriptKey key) {
    Renewal renewal = running.get(key);
    return renewal == null || !renewal.isReplacing
        ? null
        : renewal.result.thenApply(renewed -> ((Other) renewed).outcome());
  }

  /**
   * Done when there is none on its way any longer.
   *
   * @return why the script's origin could not be asked; null if it could, or was not
   */
  CompletableFuture<@Nullable Failed> over(ScriptKey key) {
    Renewal renewal = running.get(key);
    if (renewal == null) {
      return CompletableFuture.completedFuture(setback(key));
    }
    return renewal.place.grow(LoadingRoom.memoryOf(key))
        ? renewal.result.thenApply(renewed -> setback(key))
        : CompletableFuture.completedFuture(LoadingRoom.full());
  }
}
