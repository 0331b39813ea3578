package dev.symbolicator.script;

import dev.symbolicator.memory.LatestEntries;
import dev.symbolicator.store.StoreKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for which scripts an origin was asked lately. A profile that does not fit a fresh
 * script lets the origin be asked at most once in {@link ScriptConfig#minFresh}, and not if the
 * script was loaded for this profile. The scripts that were asked for first are forgotten first.
 */
@ApplicationScoped
class AskedOrigins {
  private static final Asked NEVER = new Asked(0, Long.MIN_VALUE);

  private final Clock clock;
  private final long pause;
  private final Map<StoreKey, Asked> asked;
  private long loads;

  AskedOrigins(ScriptConfig config, Clock clock) {
    this.clock = clock;
    pause = config.minFresh().toMillis();
    asked = new LatestEntries<>(config.maxScripts());
  }

  /**
   * The last questions for a script.
   *
   * @param load the number of the script's last load, counted from 1 over all scripts
   * @param checkedUntil the end of the pause after the last check, in milliseconds since 1970
   */
  private record Asked(long load, long checkedUntil) {}

  /** Returns the number of loads so far. */
  synchronized long loads() {
    return loads;
  }

  /** Notes that a script is loaded. */
  synchronized void loaded(ScriptKey key) {
    loads++;
    put(key, new Asked(loads, get(key).checkedUntil));
  }

  /** Notes that the origin of a fresh script is asked whether the script changed. */
  synchronized void checked(ScriptKey key) {
    put(key, new Asked(get(key).load, clock.millis() + pause));
  }

  /**
   * Tells whether the origin of a fresh script may be asked whether the script changed.
   *
   * @param loadsBefore the number of loads when the caller began to look for the script
   */
  synchronized boolean mayBeChecked(ScriptKey key, long loadsBefore) {
    Asked last = get(key);
    return last.load <= loadsBefore && clock.millis() >= last.checkedUntil;
  }

  private Asked get(ScriptKey key) {
    @Nullable Asked known = asked.get(key.record());
    return known == null ? NEVER : known;
  }

  private void put(ScriptKey key, Asked now) {
    StoreKey hashed = key.record();
    asked.remove(hashed);
    asked.put(hashed, now);
  }
}
