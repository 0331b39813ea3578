package dev.symbolicator.script;

import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import io.quarkus.cache.Cache;
import io.quarkus.cache.CacheName;
import io.quarkus.cache.CaffeineCache;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What this process remembers: scripts with symbols in one cache, those without in another that
 * forgets them soon, and those whose failure may pass in a third that forgets them sooner. Those
 * that are without symbols because of what their files are have a cache of their own, which keeps
 * them until the files change, so that it is asked only whether they did.
 *
 * <p>quarkus-cache knows no sizes, so this keeps account of them: the least recently used tables go
 * when they are too many or too large together. On disk they stay. The cache itself drops none, or
 * the account would be of tables that are gone.
 */
@ApplicationScoped
class MemoryTier {
  /** To ask again for one of these asks no origin that is in trouble. */
  private static final Set<ScriptStatus> NOT_REMEMBERED =
      EnumSet.of(ScriptStatus.OVERLOADED, ScriptStatus.LEFT_ALONE);

  /**
   * Characters of one of those that last at most: a hostile origin could else fill the heap with
   * them. One that is longer is remembered as others are.
   */
  static final int MAX_LENGTH = 1024;

  private final CaffeineCache found;
  private final CaffeineCache missed;
  private final CaffeineCache failed;
  private final CaffeineCache lasting;
  private final long maxSize;
  private final int maxScripts;
  private final Map<ScriptKey, Integer> sizes = new LinkedHashMap<>(16, 0.75f, true);
  private long size;

  MemoryTier(
      ScriptConfig config,
      @CacheName("symbol-tables") Cache found,
      @CacheName("script-misses") Cache missed,
      @CacheName("script-failures") Cache failed,
      @CacheName("script-lasting-misses") Cache lasting) {
    this.found = found.as(CaffeineCache.class);
    this.missed = missed.as(CaffeineCache.class);
    this.failed = failed.as(CaffeineCache.class);
    this.lasting = lasting.as(CaffeineCache.class);
    maxScripts = config.maxScripts();
    maxSize =
        config.maxSize().map(MemorySize::asLongValue).orElse(Runtime.getRuntime().maxMemory() / 8);
  }

  @Nullable Known known(ScriptKey key) {
    CompletableFuture<Known> known = found.getIfPresent(key);
    if (known == null) {
      return null;
    }
    touch(key);
    return known.getNow(null);
  }

  /** A script without symbols about which nobody is to be asked yet. */
  @Nullable Missed missed(ScriptKey key, long now) {
    Missed failure = miss(failed, key);
    Missed miss = failure == null ? miss(missed, key) : failure;
    if (miss != null) {
      return miss;
    }
    Missed known = lastingMiss(key);
    return known != null && known.isFreshAt(now) ? known : null;
  }

  /** A script without symbols whose files are known, however old they are. */
  @Nullable Missed lastingMiss(ScriptKey key) {
    return miss(lasting, key);
  }

  private static @Nullable Missed miss(CaffeineCache cache, ScriptKey key) {
    CompletableFuture<Missed> miss = cache.getIfPresent(key);
    return miss == null ? null : miss.getNow(null);
  }

  private synchronized void touch(ScriptKey key) {
    Integer unused = sizes.get(key);
  }

  /** Remembers what can be of use to the next request. */
  void remember(ScriptKey key, Outcome outcome) {
    if (outcome instanceof Known known) {
      forget(lasting, key);
      remember(key, known);
    } else if (outcome instanceof Missed miss && !NOT_REMEMBERED.contains(miss.result().status())) {
      remember(key, miss);
    }
  }

  private void remember(ScriptKey key, Missed miss) {
    CaffeineCache misses = missed;
    if (miss.result().passing()) {
      misses = failed;
    } else if (isSmallBasis(key, miss)) {
      misses = lasting;
    } else {
      forget(lasting, key);
    }
    misses.put(key, CompletableFuture.completedFuture(miss));
  }

  private static boolean isSmallBasis(ScriptKey key, Missed miss) {
    Basis basis = miss.basis();
    String map = miss.result().sourceMap();
    return basis != null
        && key.name().length() + (map == null ? 0 : map.length()) + basis.length() <= MAX_LENGTH;
  }

  private synchronized void remember(ScriptKey key, Known known) {
    forget(key);
    int bytes = known.result().symbols().size();
    if (bytes > maxSize) {
      return; // it alone would drive out all others
    }
    sizes.put(key, bytes);
    size += bytes;
    found.put(key, CompletableFuture.completedFuture(known));
    while (size > maxSize || sizes.size() > maxScripts) {
      forget(sizes.keySet().iterator().next());
    }
  }

  /** Takes over what a script's origin said of symbols that are remembered, if they are. */
  synchronized void renew(ScriptKey key, ScriptRecord record, @Nullable Retry retry) {
    Known known = known(key);
    if (known != null && known.record().block().equals(record.block())) {
      remember(key, new Known(record, known.result(), retry));
    }
  }

  synchronized void forget(ScriptKey key) {
    Integer bytes = sizes.remove(key);
    size -= bytes == null ? 0 : bytes;
    forget(found, key);
  }

  private static void forget(CaffeineCache cache, ScriptKey key) {
    // Done when subscribed to; waiting for it is not allowed on every thread.
    CompletableFuture<?> unused = cache.invalidate(key).subscribeAsCompletionStage();
  }
}
