package dev.symbolicator.script;

import dev.symbolicator.memory.HeapShare;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.MissEvidence;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.Outcome.RecompileSchedule;
import dev.symbolicator.script.RecordStore.ScriptRecord;
import dev.symbolicator.script.ScriptConfig.ScriptLimits;
import dev.symbolicator.script.ScriptLoads.ScriptKey;
import dev.symbolicator.store.StoreKey;
import io.quarkus.cache.Cache;
import io.quarkus.cache.CacheName;
import io.quarkus.cache.CaffeineCache;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Remembers scripts in four caches of this process: scripts with symbols; without, for a short
 * time; with a failure that may pass, for a shorter time; and without symbols because of their
 * files' content, until the files change.
 *
 * <p>Every cache has a limit in bytes. Scripts without symbols are remembered by a hash of their
 * URLs, since strangers can make URLs long. The cache of tables never evicts on its own, since the
 * account of bytes would not notice.
 */
@Singleton
class MemoryTier {
  /**
   * The longest evidence of a lasting miss, in UTF-16 units: longer ones, of which a few would
   * drive out all others, are remembered for a short time.
   */
  static final int MAX_LENGTH = 1024;

  private final SizedCache<ScriptKey, Known> found;
  private final SizedCache<StoreKey, Missed> missed;
  private final SizedCache<StoreKey, Missed> failed;
  private final SizedCache<StoreKey, Missed> lasting;

  @Inject
  MemoryTier(
      ScriptConfig config,
      @CacheName("symbol-tables") Cache found,
      @CacheName("script-misses") Cache missed,
      @CacheName("script-failures") Cache failed,
      @CacheName("script-lasting-misses") Cache lasting) {
    this(config, ScriptLimits.DEFAULT, found, missed, failed, lasting);
  }

  MemoryTier(
      ScriptConfig config,
      ScriptLimits limits,
      Cache found,
      Cache missed,
      Cache failed,
      Cache lasting) {
    long tables =
        config.maxSize().map(MemorySize::asLongValue).orElse(HeapShare.REMEMBERED_TABLES.bytes());
    long misses = limits.missesBytes();
    this.found = new SizedCache<>(found, tables, config.maxScripts(), true);
    this.missed = new SizedCache<>(missed, misses / 4, limits.misses(), false);
    this.failed = new SizedCache<>(failed, misses / 4, limits.misses(), false);
    this.lasting = new SizedCache<>(lasting, misses / 2, limits.lastingMisses(), true);
  }

  @Nullable Known known(ScriptKey key) {
    return found.get(key);
  }

  @Nullable Known known(ScriptKey key, String block) {
    Known known = known(key);
    return known != null && known.record().block().equals(block) ? known : null;
  }

  @Nullable Missed missed(ScriptKey key, long now) {
    StoreKey hashed = key.record();
    Missed failure = failed.get(hashed);
    Missed miss = failure == null ? missed.get(hashed) : failure;
    if (miss != null) {
      return miss;
    }
    Missed known = lasting.get(hashed);
    return known != null && known.isFreshAt(now) ? known : null;
  }

  @Nullable Missed lastingMiss(ScriptKey key) {
    return lasting.get(key.record());
  }

  void remember(ScriptKey key, Outcome outcome) {
    if (outcome instanceof Known known) {
      lasting.forget(key.record());
      remember(key, known);
    } else if (outcome instanceof Missed miss && miss.result().status().isRemembered()) {
      remember(key.record(), miss);
    }
  }

  private void remember(StoreKey key, Missed miss) {
    SizedCache<StoreKey, Missed> misses = missed;
    if (miss.result().report().isPassing()) {
      misses = failed;
    } else if (hasSmallEvidence(miss)) {
      misses = lasting;
    } else {
      lasting.forget(key);
    }
    misses.put(key, miss, miss.memory());
  }

  private static boolean hasSmallEvidence(Missed miss) {
    MissEvidence evidence = miss.evidence();
    String map = miss.result().report().sourceMap();
    return evidence != null && (map == null ? 0 : map.length()) + evidence.length() <= MAX_LENGTH;
  }

  private synchronized void remember(ScriptKey key, Known known) {
    found.put(key, known, key.name().length() + known.memory());
  }

  synchronized void renew(
      ScriptKey key, ScriptRecord record, @Nullable RecompileSchedule schedule) {
    Known known = known(key, record.block());
    if (known != null) {
      remember(key, new Known(record, known.result(), schedule));
    }
  }

  synchronized void forget(ScriptKey key) {
    found.forget(key);
  }

  /**
   * A quarkus-cache with limits of bytes and of count, of which quarkus-cache knows none. A value
   * that quarkus-cache dropped after its time stays in the account until it is the first.
   */
  static final class SizedCache<K, V> {
    private final CaffeineCache cache;
    private final long maxSize;
    private final int maxCount;
    private final Map<K, Long> sizes;
    private long size;

    /**
     * @param byUse whether the first value is the least recently used, and not the oldest
     */
    SizedCache(Cache cache, long maxSize, int maxCount, boolean byUse) {
      this.cache = cache.as(CaffeineCache.class);
      this.maxSize = maxSize;
      this.maxCount = maxCount;
      sizes = new LinkedHashMap<>(16, 0.75f, byUse);
    }

    @Nullable V get(K key) {
      CompletableFuture<V> value = cache.getIfPresent(key);
      if (value == null) {
        return null;
      }
      touch(key);
      return value.getNow(null);
    }

    private synchronized void touch(K key) {
      Long unused = sizes.get(key);
    }

    /** Puts a value, unless it is larger than the limit and would drive out all others. */
    synchronized void put(K key, V value, long bytes) {
      forget(key);
      if (bytes > maxSize) {
        return;
      }
      sizes.put(key, bytes);
      size += bytes;
      cache.put(key, CompletableFuture.completedFuture(value));
      while (size > maxSize || sizes.size() > maxCount) {
        forget(sizes.keySet().iterator().next());
      }
    }

    synchronized void forget(K key) {
      Long bytes = sizes.remove(key);
      size -= bytes == null ? 0 : bytes;
      // Subscribing starts the work. Some callers' threads must not block.
      CompletableFuture<?> unused = cache.invalidate(key).subscribeAsCompletionStage();
    }

    synchronized long size() {
      return size;
    }
  }
}
