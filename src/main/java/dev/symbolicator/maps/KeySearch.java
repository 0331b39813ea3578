package dev.symbolicator.maps;

import dev.symbolicator.maps.MapSearch.FoundMap;
import dev.symbolicator.maps.MapSearch.MapChoice;
import dev.symbolicator.maps.MapSearch.MatchedKey;
import dev.symbolicator.maps.MapSearch.NoMap;
import dev.symbolicator.maps.MapSearch.Refusal;
import dev.symbolicator.maps.MapSearch.RefusalReason;
import org.jspecify.annotations.Nullable;

/**
 * Tries the keys of {@link MapSearch} in their order, on one state of a scope.
 *
 * <p>Of one URL, release and dist, only the newest upload is found by its URL. It takes the place
 * of the others even if it contradicts a higher key, since the others were replaced.
 */
final class KeySearch {
  private final ScopeRows rows;
  private final ScriptRef ref;
  private final Candidates candidates;
  private final ScriptNames names;
  private final NearMisses near;
  private final StepLog log;

  KeySearch(ScopeRows rows, ScriptRef ref, MapLimits limits, StepLog log) {
    this.rows = rows;
    this.ref = ref;
    this.log = log;
    candidates = new Candidates(rows, ref);
    names = ScriptNames.of(ref.url());
    near = new NearMisses(candidates, names, limits.nearMisses());
  }

  /** Tries the keys 1 to 4; returns null if none finds an entry. */
  @Nullable FoundMap byReference() {
    FoundMap found = byDebugId();
    if (found == null) {
      found = byHash();
    }
    return found == null ? byRelease() : found;
  }

  /**
   * Tries all keys.
   *
   * @param web null if the web has no such script, or must not be asked
   */
  MapChoice with(@Nullable BuildIdentity web) {
    MapChoice found = byReference();
    if (found == null && web != null) {
      found = byWeb(web);
    }
    if (found == null) {
      found = byUrl(web);
    }
    return found == null ? nothing(web) : found;
  }

  private @Nullable FoundMap byDebugId() {
    String id = ref.debugId();
    if (id == null) {
      return missing(MatchedKey.DEBUG_ID);
    }
    RowList all = candidates.withDebugId(id);
    Pick pick =
        all.isEmpty()
            ? Pick.none(() -> near.ofDebugId(id))
            : candidates.identified(all, ref.sha256());
    return result(pick, MatchedKey.DEBUG_ID, id);
  }

  private @Nullable FoundMap byHash() {
    String hash = ref.sha256();
    if (hash == null) {
      return missing(MatchedKey.SCRIPT_HASH);
    }
    RowList all = candidates.withContent(hash).where(candidates::fitsDebugId);
    Pick pick =
        all.isEmpty()
            ? Pick.none(() -> "No upload has a script with this content.")
            : Pick.of(candidates.best(all, hash));
    return result(pick, MatchedKey.SCRIPT_HASH, hash);
  }

  private @Nullable FoundMap byRelease() {
    if (ref.release() == null) {
      missing(MatchedKey.RELEASE_AND_URL);
      return missing(MatchedKey.RELEASE_AND_PATH);
    }
    FoundMap found = byRelease(ref.release(), MatchedKey.RELEASE_AND_URL);
    return found == null ? byRelease(ref.release(), MatchedKey.RELEASE_AND_PATH) : found;
  }

  private @Nullable FoundMap byRelease(String release, MatchedKey key) {
    for (ScriptName name : key == MatchedKey.RELEASE_AND_URL ? names.urls() : names.paths()) {
      RowList all = candidates.ofBuild(name, release);
      Pick pick =
          all.isEmpty()
              ? Pick.none(() -> near.ofRelease(name, release))
              : candidates.newest(all, null);
      FoundMap found = result(pick, key, name + " in release " + release);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable FoundMap byWeb(BuildIdentity web) {
    String id = web.debugId();
    if (id == null) {
      log.note(MatchedKey.FETCHED_DEBUG_ID.words(), null, () -> "The script has no debug ID.");
    } else {
      RowList all = candidates.withDebugId(id).where(candidates::fits);
      RowList ofRelease = all.where(candidates::isOfRelease);
      FoundMap found =
          result(
              ofRelease.isEmpty()
                  ? Pick.none(() -> near.ofWeb(all, "this debug ID"))
                  : candidates.identified(ofRelease, web.script().sha256()),
              MatchedKey.FETCHED_DEBUG_ID,
              id);
      if (found != null) {
        return found;
      }
    }
    String hash = web.script().sha256();
    RowList all = candidates.withContent(hash).where(candidates::fits);
    RowList ofRelease = all.where(candidates::isOfRelease);
    Pick pick =
        ofRelease.isEmpty()
            ? Pick.none(() -> near.ofWeb(all, "this content"))
            : Pick.of(candidates.best(ofRelease, hash));
    return result(pick, MatchedKey.FETCHED_HASH, hash);
  }

  private @Nullable FoundMap byUrl(@Nullable BuildIdentity web) {
    if (ref.release() != null) {
      log.note(MatchedKey.URL.words(), null, () -> "Not tried, since a release is named.");
      return null;
    }
    for (ScriptName name : names.all()) {
      RowList all = candidates.ofBuild(name, null);
      Pick pick = all.isEmpty() ? ofAnyRelease(name, web) : candidates.newest(all, web);
      FoundMap found = result(pick, MatchedKey.URL, name.toString());
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Chooses among releases, of which none is named, if all have one map. */
  private Pick ofAnyRelease(ScriptName name, @Nullable BuildIdentity web) {
    RowList latest = candidates.latest(candidates.ofScript(name));
    if (latest.isEmpty()) {
      return Pick.none(() -> near.ofUrl(name));
    }
    return candidates.haveOneMap(latest)
        ? candidates.newest(latest, web)
        : Pick.none(() -> near.ofReleases(latest));
  }

  private MapChoice nothing(@Nullable BuildIdentity web) {
    String id = ref.debugId();
    if (id != null) {
      return web != null && web.hasDebugId(id)
          ? NoMap.INSTANCE
          : new Refusal(RefusalReason.DEBUG_ID_MISSING, near.debugIdMissing(id, web));
    }
    String release = ref.release();
    if (release != null && isOfOtherReleasesOnly(release)) {
      return new Refusal(RefusalReason.RELEASE_MISSING, near.releaseMissing(release));
    }
    return NoMap.INSTANCE;
  }

  private boolean isOfOtherReleasesOnly(String release) {
    boolean isOfOther = false;
    for (ScriptName name : names.all()) {
      if (!candidates.ofBuild(name, release).isEmpty()) {
        return false;
      }
      isOfOther |= !candidates.ofScript(name).where(candidates::hasRelease).isEmpty();
    }
    return isOfOther;
  }

  private @Nullable FoundMap missing(MatchedKey key) {
    log.note(key.words(), null, () -> "The profile does not have this key.");
    return null;
  }

  private @Nullable FoundMap result(Pick pick, MatchedKey key, String value) {
    if (!pick.isFound()) {
      log.note(key.words(), value, pick.reason());
      return null;
    }
    MapEntry entry = rows.entry(pick.row());
    log.note(key.words(), value, () -> near.found(entry));
    return new FoundMap(entry, key);
  }
}
