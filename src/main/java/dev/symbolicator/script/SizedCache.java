package dev.symbolicator.script;

import io.quarkus.cache.Cache;
import io.quarkus.cache.CaffeineCache;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A cache of quarkus-cache with a limit of bytes and a limit of count. quarkus-cache knows no
 * sizes, so this class keeps an account of the values. While the account exceeds a limit, the first
 * value is dropped. A value that quarkus-cache itself dropped when its time was over stays in the
 * account until its turn as the first. Thread-safe.
 */
final class SizedCache<K, V> {
  private final CaffeineCache cache;
  private final long maxSize;
  private final int maxCount;
  private final Map<K, Long> sizes;
  private long size;

  /**
   * @param maxSize bytes
   * @param byUse whether the first value is the least recently used; otherwise the first value is
   *     the oldest
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
   * Puts a value in place of the present value.
   *
   * @param bytes the value's size; a value larger than the limit is not kept, since it would drive
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
    // Subscribing starts the work. Some callers' threads must not block.
    CompletableFuture<?> unused = cache.invalidate(key).subscribeAsCompletionStage();
  }

  /** Returns the bytes of all values in the account. */
  synchronized long size() {
    return size;
  }
}
