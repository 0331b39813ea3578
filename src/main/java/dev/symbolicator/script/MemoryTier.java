package dev.symbolicator.script;

import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.store.StoreKey;
import io.quarkus.cache.Cache;
import io.quarkus.cache.CacheName;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What this process remembers: scripts with symbols in one cache, those without in another that
 * forgets them soon, and those whose failure may pass in a third that forgets them sooner. Those
 * that are without symbols because of what their files are have a cache of their own, which keeps
 * them until the files change, so that it is asked only whether they did.
 *
 * <p>All keep to limits of bytes. Scripts without symbols are remembered by a hash of their URLs,
 * which strangers made as long as may be; tables that go are still on disk. No cache drops tables
 * by itself, or the account would be of tables that are gone.
 */
@ApplicationScoped
class MemoryTier {
  /** To ask again for one of these asks no origin that is in trouble. */
  private static final Set<ScriptStatus> NOT_REMEMBERED =
      EnumSet.of(ScriptStatus.OVERLOADED, ScriptStatus.LEFT_ALONE);

  /**
   * Characters of one of those that last at most: a hostile origin could else have few of them
   * drive out all others. One that is longer is remembered as others are.
   */
  static final int MAX_LENGTH = 1024;

  private static final int SHARE_OF_TABLES = 8;
  private static final int SHARE_OF_MISSES = 64;

  private final SizedCache<ScriptKey, Known> found;
  private final SizedCache<StoreKey, Missed> missed;
  private final SizedCache<StoreKey, Missed> failed;
  private final SizedCache<StoreKey, Missed> lasting;

  MemoryTier(
      ScriptConfig config,
      @CacheName("symbol-tables") Cache found,
      @CacheName("script-misses") Cache missed,
      @CacheName("script-failures") Cache failed,
      @CacheName("script-lasting-misses") Cache lasting) {
    long tables = size(config.maxSize(), SHARE_OF_TABLES);
    long misses = size(config.maxMissesSize(), SHARE_OF_MISSES);
    this.found = new SizedCache<>(found, tables, config.maxScripts(), true);
    this.missed = new SizedCache<>(missed, misses / 4, config.maxMisses(), false);
    this.failed = new SizedCache<>(failed, misses / 4, config.maxMisses(), false);
    this.lasting = new SizedCache<>(lasting, misses / 2, config.maxLastingMisses(), true);
  }

  private static long size(Optional<MemorySize> size, int shareOfHeap) {
    return size.map(MemorySize::asLongValue).orElse(Runtime.getRuntime().maxMemory() / shareOfHeap);
  }

  @Nullable Known known(ScriptKey key) {
    return found.get(key);
  }

  /** A script without symbols about which nobody is to be asked yet. */
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

  /** A script without symbols whose files are known, however old they are. */
  @Nullable Missed lastingMiss(ScriptKey key) {
    return lasting.get(key.record());
  }

  /** Remembers what can be of use to the next request. */
  void remember(ScriptKey key, Outcome outcome) {
    if (outcome instanceof Known known) {
      lasting.forget(key.record());
      remember(key, known);
    } else if (outcome instanceof Missed miss && !NOT_REMEMBERED.contains(miss.result().status())) {
      remember(key.record(), miss);
    }
  }

  private void remember(StoreKey key, Missed miss) {
    SizedCache<StoreKey, Missed> misses = missed;
    if (miss.result().passing()) {
      misses = failed;
    } else if (isSmallBasis(miss)) {
      misses = lasting;
    } else {
      lasting.forget(key);
    }
    misses.put(key, miss, miss.memory());
  }

  private static boolean isSmallBasis(Missed miss) {
    Basis basis = miss.basis();
    String map = miss.result().sourceMap();
    return basis != null && (map == null ? 0 : map.length()) + basis.length() <= MAX_LENGTH;
  }

  private synchronized void remember(ScriptKey key, Known known) {
    found.put(key, known, key.name().length() + known.memory());
  }

  /** Takes over what a script's origin said of symbols that are remembered, if they are. */
  synchronized void renew(ScriptKey key, ScriptRecord record, @Nullable Retry retry) {
    Known known = known(key);
    if (known != null && known.record().block().equals(record.block())) {
      remember(key, new Known(record, known.result(), retry));
    }
  }

  synchronized void forget(ScriptKey key) {
    found.forget(key);
  }
}
