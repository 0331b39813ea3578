package dev.symbolicator.script;

import io.quarkus.cache.Cache;
import io.quarkus.cache.CaffeineCache;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A cache of quarkus-cache, which knows no sizes, with an account of them: when all values together
 * pass the limits, the first of them go. What the cache itself has dropped since, for its time was
 * over, stays in the account until it is the first. Thread-safe.
 */
final class SizedCache<K, V> {
  private final CaffeineCache cache;
  private final long maxSize;
  private final int maxCount;
  private final Map<K, Long> sizes;
  private long size;

  /**
   * @param maxSize bytes
   * @param byUse whether the first is the one that was used the longest time ago, or the one that
   *     was put here then
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

  /**
   * Puts a value in place of the one there is.
   *
   * @param bytes of the value; one that passes the limit alone is not put here, for it would drive
   *     out all others
   */
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
    // Done when subscribed to; waiting for it is not allowed on every thread.
    CompletableFuture<?> unused = cache.invalidate(key).subscribeAsCompletionStage();
  }

  /** Bytes of all values in the account. */
  synchronized long size() {
    return size;
  }
}
