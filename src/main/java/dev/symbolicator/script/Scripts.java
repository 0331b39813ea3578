package dev.symbolicator.script;

import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.url.WebUrl;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.cache.Cache;
import io.quarkus.cache.CacheName;
import io.quarkus.cache.CaffeineCache;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Finds the symbols of scripts, and remembers what it found.
 *
 * <p>A load belongs to nobody: whoever asks first starts it, whoever asks meanwhile joins it, and
 * no caller's deadline or disconnect ends it. Mutiny's operators on a value of quarkus-cache would
 * cancel the load for everybody, so the load is a future of its own and every caller gets a copy;
 * quarkus-cache then holds what came of it: symbols in one cache, failures in another that forgets
 * them soon.
 */
@ApplicationScoped
public class Scripts {
  private static final Logger LOG = Logger.getLogger(Scripts.class);

  private final ScriptLoader loader;
  private final CaffeineCache found;
  private final CaffeineCache missed;
  private final ConcurrentMap<ScriptKey, CompletableFuture<ScriptResult>> loads =
      new ConcurrentHashMap<>();
  private final long maxSize;
  private final AtomicLong size = new AtomicLong();
  private final Counter hits;
  private final Counter misses;
  private final Counter joins;

  Scripts(
      ScriptLoader loader,
      ScriptConfig config,
      MeterRegistry metrics,
      @CacheName("symbol-tables") Cache found,
      @CacheName("script-misses") Cache missed) {
    this.loader = loader;
    this.found = found.as(CaffeineCache.class);
    this.missed = missed.as(CaffeineCache.class);
    maxSize =
        config.maxSize().map(MemorySize::asLongValue).orElse(Runtime.getRuntime().maxMemory() / 4);
    hits = lookups(metrics, "hit");
    misses = lookups(metrics, "miss");
    joins = lookups(metrics, "joined");
  }

  private static Counter lookups(MeterRegistry metrics, String result) {
    return Counter.builder("symbolicator.cache")
        .description("Look-ups of scripts: known, joined one on its way, or loaded")
        .tag("result", result)
        .register(metrics);
  }

  /**
   * Finds the symbols of the script at an http or https URL.
   *
   * @return a future of the caller's own, which it may cancel or put a time limit on; it never
   *     completes exceptionally by itself
   */
  public CompletableFuture<ScriptResult> find(WebUrl url) {
    ScriptKey key = ScriptKey.of(url);
    CompletableFuture<ScriptResult> known = remembered(key);
    if (known != null) {
      hits.increment();
      return known.copy();
    }
    ScriptResult refused = loader.refuse(url);
    if (refused != null) {
      return CompletableFuture.completedFuture(refused); // not worth remembering, however often
    }
    CompletableFuture<ScriptResult> mine = new CompletableFuture<>();
    CompletableFuture<ScriptResult> running = loads.putIfAbsent(key, mine);
    if (running != null) {
      joins.increment();
      return running.copy();
    }
    // What was on its way at the first look may have arrived and left `loads` before the second.
    known = remembered(key);
    if (known != null) {
      hits.increment();
      loads.remove(key, mine);
      mine.complete(known.join());
      return mine.copy();
    }
    misses.increment();
    start(key, mine);
    return mine.copy();
  }

  private void start(ScriptKey key, CompletableFuture<ScriptResult> load) {
    CompletableFuture<?> unused =
        loader
            .load(key.url())
            .thenApply(result -> remember(key, result))
            .exceptionally(Scripts::fault)
            .thenAccept(
                result -> {
                  loads.remove(key, load);
                  load.complete(result);
                });
  }

  private static ScriptResult fault(Throwable fault) {
    LOG.errorf("a script could not be loaded because of %s", fault.getClass().getName());
    return new Failed(
        ScriptStatus.INTERNAL_ERROR, "This service failed; its log says more. Report it as a bug.");
  }

  private @Nullable CompletableFuture<ScriptResult> remembered(ScriptKey key) {
    CompletableFuture<ScriptResult> symbols = found.getIfPresent(key);
    return symbols != null ? symbols : missed.getIfPresent(key);
  }

  private ScriptResult remember(ScriptKey key, ScriptResult result) {
    if (result instanceof Found tables) {
      if (makeRoom(tables.symbols().size())) {
        found.put(key, CompletableFuture.completedFuture(result));
      }
    } else if (!result.status().isTransient()) {
      missed.put(key, CompletableFuture.completedFuture(result));
    }
    return result;
  }

  /**
   * Keeps the promise of a byte limit, which quarkus-cache does not offer: it bounds by count, and
   * does not tell when it drops an entry. So the sum over all entries put is an upper bound, and
   * where it passes the limit everything is forgotten and the sum begins anew.
   *
   * @return false if there can never be room for so many bytes
   */
  private synchronized boolean makeRoom(long bytes) {
    if (bytes > maxSize) {
      return false;
    }
    if (size.addAndGet(bytes) > maxSize) {
      found.invalidateAll().await().indefinitely();
      size.set(bytes);
      LOG.infof("forgot all symbol tables to stay within symbolicator.cache.max-size");
    }
    return true;
  }
}
