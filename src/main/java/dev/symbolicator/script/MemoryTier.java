package dev.symbolicator.script;

import dev.symbolicator.memory.HeapShare;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.store.StoreKey;
import io.quarkus.cache.Cache;
import io.quarkus.cache.CacheName;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Remembers scripts in this process, in four caches: scripts with symbols; scripts without symbols,
 * for a short time; scripts whose failure may pass, for a shorter time; and scripts without symbols
 * because of the content of their files. The last are remembered until their files change, and
 * their origin is only asked whether the files changed.
 *
 * <p>All caches keep to limits of bytes. Scripts without symbols are remembered by a hash of their
 * URLs, which strangers can make long. Tables that are dropped are still on disk. The cache of
 * tables drops none by itself, since the account of bytes would still count it.
 */
@ApplicationScoped
class MemoryTier {
  /** Asking again for one of these asks no origin that is in trouble. */
  private static final Set<ScriptStatus> NOT_REMEMBERED =
      EnumSet.of(ScriptStatus.OVERLOADED, ScriptStatus.LEFT_ALONE);

  /**
   * The longest evidence of a lasting miss, in characters: a hostile origin could otherwise drive
   * out all others with a few. A miss with longer evidence is remembered for a short time.
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

  /** Tells whether a failure of this status is remembered. */
  static boolean isRemembered(ScriptStatus status) {
    return !NOT_REMEMBERED.contains(status);
  }

  @Nullable Known known(ScriptKey key) {
    return found.get(key);
  }

  /** Returns remembered symbols if they are those of a block; null if not. */
  @Nullable Known known(ScriptKey key, String block) {
    Known known = known(key);
    return known != null && known.record().block().equals(block) ? known : null;
  }

  /** Returns a miss for which no origin needs to be asked yet; null if there is none. */
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

  /** Returns a miss with evidence, however old; null if there is none. */
  @Nullable Missed lastingMiss(ScriptKey key) {
    return lasting.get(key.record());
  }

  /** Remembers an outcome that may be of use to the next request. */
  void remember(ScriptKey key, Outcome outcome) {
    if (outcome instanceof Known known) {
      lasting.forget(key.record());
      remember(key, known);
    } else if (outcome instanceof Missed miss && isRemembered(miss.result().status())) {
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

  /** Updates the record of symbols, if the symbols are still remembered. */
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
}
