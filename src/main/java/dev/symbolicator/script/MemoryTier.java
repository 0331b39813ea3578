package dev.symbolicator.script;

import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import io.quarkus.cache.Cache;
import io.quarkus.cache.CacheName;
import io.quarkus.cache.CaffeineCache;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What this process remembers: scripts with symbols in one cache, those without in another that
 * forgets them soon. A table over a mapped file takes next to no heap.
 */
@ApplicationScoped
class MemoryTier {
  private static final Logger LOG = Logger.getLogger(MemoryTier.class);

  private final CaffeineCache found;
  private final CaffeineCache missed;
  private final long maxSize;
  private final AtomicLong size = new AtomicLong();

  MemoryTier(
      ScriptConfig config,
      @CacheName("symbol-tables") Cache found,
      @CacheName("script-misses") Cache missed) {
    this.found = found.as(CaffeineCache.class);
    this.missed = missed.as(CaffeineCache.class);
    maxSize =
        config.maxSize().map(MemorySize::asLongValue).orElse(Runtime.getRuntime().maxMemory() / 4);
  }

  @Nullable Known known(ScriptKey key) {
    CompletableFuture<Known> known = found.getIfPresent(key);
    return known == null ? null : known.getNow(null);
  }

  @Nullable Missed missed(ScriptKey key) {
    CompletableFuture<Missed> miss = missed.getIfPresent(key);
    return miss == null ? null : miss.getNow(null);
  }

  /** Remembers what can be of use to the next request. */
  void remember(ScriptKey key, Outcome outcome) {
    if (outcome instanceof Known known) {
      if (makeRoom(known.result().symbols().retainedBytes())) {
        found.put(key, CompletableFuture.completedFuture(known));
      }
    } else if (!outcome.result().status().isTransient()) {
      missed.put(key, CompletableFuture.completedFuture(outcome));
    }
  }

  void forget(ScriptKey key) {
    found.invalidate(key).await().indefinitely();
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
