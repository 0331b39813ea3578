package dev.symbolicator.maps;

import dev.symbolicator.maps.EntryNames.Pointer;
import dev.symbolicator.maps.EntryStore.Listing;
import dev.symbolicator.maps.LookUpCache.View;
import dev.symbolicator.maps.MapEntry.ScriptName;
import dev.symbolicator.maps.MapSearch.FoundMap;
import dev.symbolicator.maps.MapSearch.MapChoice;
import dev.symbolicator.maps.MapSearch.MatchedKey;
import dev.symbolicator.maps.MapSearch.NoMap;
import dev.symbolicator.maps.MapSearch.Refusal;
import dev.symbolicator.maps.MapSearch.RefusalReason;
import dev.symbolicator.maps.MapSearch.Step;
import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import dev.symbolicator.url.WebUrl;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tries the keys of {@link MapSearch} in their order, on one view of a scope. The choice is among
 * pointers, whose parts are hashes; then the entry's own values are compared. A pointer whose entry
 * is gone or has other values is void, and the key is tried again.
 *
 * <p>Of one URL, release and dist, only the newest upload is found by its URL, even if it
 * contradicts a higher key: the others were replaced.
 */
final class KeySearch {
  private final View view;
  private final ScriptRef ref;
  private final MapLimits limits;
  private final EntryNames keys;
  private final String url;

  /** The names under which the script may have been uploaded, the most certain first. */
  private final List<ScriptName> urls;

  private final List<ScriptName> paths;
  private final @Nullable List<Step> steps;
  private final Set<Pointer> gone = new HashSet<>();

  /** Begins a search, whose steps are for people; null if nobody asks for them. */
  KeySearch(View view, ScriptRef ref, MapLimits limits, @Nullable List<Step> steps) {
    this.view = view;
    this.ref = ref;
    this.limits = limits;
    this.steps = steps;
    keys = new EntryNames(ref.scope());
    WebUrl script = ref.url().withoutFragment();
    url = script.href();
    urls = variants(ScriptName.of(url));
    paths = variants(ScriptName.pathOf(script));
  }

  private static List<ScriptName> variants(@Nullable ScriptName name) {
    if (name == null) {
      return List.of();
    }
    return name.hasQuery() ? List.of(name, name.withoutQuery()) : List.of(name);
  }

  private List<ScriptName> names() {
    return Stream.concat(urls.stream(), paths.stream()).toList();
  }

  MapChoice byReference() {
    FoundMap found = references();
    return found == null ? NoMap.INSTANCE : found;
  }

  /** Tries all keys. The web is null if it has no such script, or must not be asked. */
  MapChoice with(@Nullable BuildIdentity web) {
    MapChoice found = references();
    if (found == null) {
      List<String> next = new ArrayList<>(names().stream().map(keys::ofName).toList());
      if (web != null) {
        next.add(keys.ofScript(web.script().sha256()));
        if (web.debugId() != null) {
          next.add(keys.ofDebugId(web.debugId()));
        }
      }
      view.prepare(next);
      found = web == null ? null : byWeb(web);
    }
    if (found == null) {
      found = byUrl(web);
    }
    return found == null ? nothing(web) : found;
  }

  private @Nullable FoundMap references() {
    List<String> first = new ArrayList<>();
    if (ref.debugId() != null) {
      first.add(keys.ofDebugId(ref.debugId()));
    }
    if (ref.sha256() != null) {
      first.add(keys.ofScript(ref.sha256()));
    }
    if (ref.release() != null) {
      names().forEach(name -> first.add(keys.ofBuild(name, ref.release())));
    }
    view.prepare(first);
    FoundMap found = byDebugId();
    if (found == null) {
      found = byHash();
    }
    if (found == null) {
      found = byRelease(MatchedKey.RELEASE_AND_URL, urls);
    }
    return found == null ? byRelease(MatchedKey.RELEASE_AND_PATH, paths) : found;
  }

  private @Nullable FoundMap byDebugId() {
    String id = ref.debugId();
    return id == null
        ? missing(MatchedKey.DEBUG_ID)
        : find(
            MatchedKey.DEBUG_ID,
            id,
            () -> {
              List<Pointer> all = withDebugId(id);
              return all.isEmpty()
                  ? Pick.none(() -> noDebugId(id) + otherDebugIds())
                  : identified(all, ref.sha256());
            },
            entry -> id.equals(entry.debugId()));
  }

  private @Nullable FoundMap byHash() {
    String hash = ref.sha256();
    return hash == null
        ? missing(MatchedKey.SCRIPT_HASH)
        : find(
            MatchedKey.SCRIPT_HASH,
            hash,
            () -> {
              List<Pointer> all = where(withScript(hash), this::fitsDebugId);
              return all.isEmpty()
                  ? Pick.none(() -> "No upload has a script with this content.")
                  : Pick.of(best(all, hash));
            },
            entry -> hash.equals(entry.contentSha256()));
  }

  private @Nullable FoundMap byRelease(MatchedKey key, List<ScriptName> names) {
    String release = ref.release();
    if (release == null) {
      return missing(key);
    }
    for (ScriptName name : names) {
      FoundMap found =
          find(
              key,
              name + " in release " + release,
              () -> {
                List<Pointer> all = ofBuild(name, release);
                return all.isEmpty()
                    ? Pick.none(() -> noRelease(name, release))
                    : newest(all, null);
              },
              entry -> release.equals(entry.release()) && isNamed(entry, name));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable FoundMap byWeb(BuildIdentity web) {
    String id = web.debugId();
    String hash = web.script().sha256();
    FoundMap found = null;
    if (id == null) {
      note(MatchedKey.FETCHED_DEBUG_ID, null, () -> "The script has no debug ID.");
    } else {
      found =
          find(
              MatchedKey.FETCHED_DEBUG_ID,
              id,
              () -> {
                List<Pointer> all = where(withDebugId(id), this::fits);
                List<Pointer> ofRelease = where(all, this::isOfRelease);
                return ofRelease.isEmpty()
                    ? Pick.none(() -> ofOtherReleases(all, "this debug ID"))
                    : identified(ofRelease, hash);
              },
              entry -> id.equals(entry.debugId()) && isOfRelease(entry));
    }
    return found != null
        ? found
        : find(
            MatchedKey.FETCHED_HASH,
            hash,
            () -> {
              List<Pointer> all = where(withScript(hash), this::fits);
              List<Pointer> ofRelease = where(all, this::isOfRelease);
              return ofRelease.isEmpty()
                  ? Pick.none(() -> ofOtherReleases(all, "this content"))
                  : Pick.of(best(ofRelease, hash));
            },
            entry -> hash.equals(entry.contentSha256()) && isOfRelease(entry));
  }

  private @Nullable FoundMap byUrl(@Nullable BuildIdentity web) {
    if (ref.release() != null) {
      note(MatchedKey.URL, null, () -> "Not tried, since a release is named.");
      return null;
    }
    for (ScriptName name : names()) {
      FoundMap found =
          find(
              MatchedKey.URL,
              name.toString(),
              () -> {
                List<Pointer> all = ofBuild(name, null);
                return all.isEmpty() ? ofAnyRelease(name, web) : newest(all, web);
              },
              entry -> isNamed(entry, name));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Chooses among releases, of which none is named, if all have one map. */
  private Pick ofAnyRelease(ScriptName name, @Nullable BuildIdentity web) {
    List<Pointer> latest = latest(ofScript(name));
    if (latest.isEmpty()) {
      return Pick.none(() -> "No upload is of this script." + otherPlaces());
    }
    return haveOneMap(latest) && isWhole(name)
        ? newest(latest, web)
        : Pick.amongDifferent(
            latest,
            () ->
                "Uploads of %s%,d releases differ (%s). Name the profile's with ?release=."
                    .formatted(isWhole(name) ? "" : "more than ", latest.size(), releases(latest)));
  }

  private MapChoice nothing(@Nullable BuildIdentity web) {
    String id = ref.debugId();
    if (id != null) {
      return web != null && web.hasDebugId(id)
          ? NoMap.INSTANCE
          : new Refusal(RefusalReason.DEBUG_ID_MISSING, debugIdMissing(id, web));
    }
    String release = ref.release();
    return release != null && isOfOtherReleasesOnly(release)
        ? new Refusal(RefusalReason.RELEASE_MISSING, releaseMissing(release))
        : NoMap.INSTANCE;
  }

  private boolean isOfOtherReleasesOnly(String release) {
    return names().stream().noneMatch(name -> isAny(ofBuild(name, release)))
        && names().stream()
            .anyMatch(name -> isAny(where(ofScript(name), each -> isSome(each.release()))));
  }

  // ---- one key -------------------------------------------------------------------------------

  /** What a key chooses; else pointers whose maps differ, and why there is none. */
  private record Pick(@Nullable Pointer pointer, List<Pointer> different, Supplier<String> reason) {
    static Pick of(Pointer pointer) {
      return new Pick(pointer, List.of(), () -> "");
    }

    static Pick none(Supplier<String> reason) {
      return new Pick(null, List.of(), reason);
    }

    static Pick amongDifferent(List<Pointer> different, Supplier<String> reason) {
      return new Pick(null, different, reason);
    }
  }

  /** Chooses again and again, until the chosen entry is there and has the key's value. */
  private @Nullable FoundMap find(
      MatchedKey key, String value, Supplier<Pick> choice, Predicate<MapEntry> hasKey) {
    while (true) {
      Pick pick = choice.get();
      Pointer chosen = pick.pointer;
      if (chosen != null) {
        MapEntry entry = entry(chosen);
        if (entry != null && hasKey.test(entry) && fits(entry)) {
          note(key, value, () -> found(entry));
          return new FoundMap(entry, key);
        }
        gone.add(chosen);
      } else if (!removeGone(pick.different)) {
        note(key, value, pick.reason);
        return null;
      }
    }
  }

  private @Nullable FoundMap missing(MatchedKey key) {
    note(key, null, () -> "The profile does not have this key.");
    return null;
  }

  private void note(MatchedKey key, @Nullable String value, Supplier<String> outcome) {
    if (steps != null) {
      steps.add(new Step(key.words(), value, outcome.get()));
    }
  }

  private @Nullable MapEntry entry(Pointer pointer) {
    MapEntry entry = view.entry(pointer);
    if (entry == null) {
      gone.add(pointer);
    }
    return entry;
  }

  private boolean isAny(List<Pointer> pointers) {
    return pointers.stream().anyMatch(each -> entry(each) != null);
  }

  /** Looks at the first entry of each map; tells whether one of them is gone. */
  private boolean removeGone(List<Pointer> pointers) {
    Map<String, Pointer> byMap = new LinkedHashMap<>();
    pointers.forEach(each -> byMap.putIfAbsent(each.map(), each));
    List<Pointer> some = byMap.values().stream().limit(limits.nearSeen()).toList();
    view.prepareEntries(some);
    return some.stream().filter(each -> entry(each) == null).count() > 0;
  }

  // ---- what the keys offer -------------------------------------------------------------------

  private static List<Pointer> where(List<Pointer> some, Predicate<Pointer> condition) {
    return some.stream().filter(condition).toList();
  }

  private List<Pointer> usable(Listing listing) {
    return where(listing.pointers(), each -> !gone.contains(each) && mayAnswer(each));
  }

  private List<Pointer> withDebugId(String id) {
    return usable(view.list(keys.ofDebugId(id)));
  }

  private List<Pointer> withScript(String sha256) {
    return usable(view.list(keys.ofScript(sha256)));
  }

  private List<Pointer> ofScript(ScriptName name) {
    return usable(view.list(keys.ofName(name))).stream().sorted().toList();
  }

  private boolean isWhole(ScriptName name) {
    return view.list(keys.ofName(name)).isWhole();
  }

  private List<Pointer> ofBuild(ScriptName name, @Nullable String release) {
    String wanted = EntryNames.release(release);
    return release == null && isWhole(name)
        ? where(ofScript(name), each -> each.release().equals(wanted))
        : usable(view.list(keys.ofBuild(name, release)));
  }

  private boolean mayAnswer(Pointer pointer) {
    if (!isSome(pointer.prefixes())) {
      return true;
    }
    List<String> prefixes = view.prefixes(pointer.prefixes());
    return prefixes != null
        && prefixes.stream().map(WebUrl::comparable).anyMatch(WebUrl.comparable(url)::startsWith);
  }

  private static boolean isSome(String part) {
    return part.chars().anyMatch(digit -> digit != '0');
  }

  // ---- contradictions ------------------------------------------------------------------------

  /** A script uploaded without an ID does not fit one; a map without script and ID may. */
  private boolean fitsDebugId(Pointer pointer) {
    return fitsDebugId(pointer, ref.debugId());
  }

  private static boolean fitsDebugId(Pointer pointer, @Nullable String id) {
    return id == null
        || (isSome(pointer.debugId())
            ? pointer.debugId().equals(EntryNames.key(id))
            : !isSome(pointer.script()));
  }

  private static boolean fitsScript(Pointer pointer, @Nullable String sha256) {
    return sha256 == null
        || !isSome(pointer.script())
        || pointer.script().equals(EntryNames.key(sha256));
  }

  private boolean fits(Pointer pointer) {
    return fitsDebugId(pointer) && fitsScript(pointer, ref.sha256());
  }

  private boolean fits(Pointer pointer, @Nullable BuildIdentity web) {
    return fits(pointer)
        && (web == null
            || (fitsDebugId(pointer, web.debugId()) && fitsScript(pointer, web.script().sha256())));
  }

  private boolean fits(MapEntry entry) {
    boolean fitsId =
        ref.debugId() == null
            || (entry.debugId() == null
                ? entry.contentSha256() == null
                : entry.debugId().equals(ref.debugId()));
    return fitsId
        && (ref.sha256() == null
            || entry.contentSha256() == null
            || entry.contentSha256().equals(ref.sha256())
            || (ref.debugId() != null && ref.debugId().equals(entry.debugId())));
  }

  private static boolean isNamed(MapEntry entry, ScriptName name) {
    return ScriptName.of(entry.script()).comparable().equals(name.comparable());
  }

  /** Tells whether an entry is of the profile's release, or the profile names none. */
  private boolean isOfRelease(Pointer pointer) {
    return ref.release() == null || pointer.release().equals(EntryNames.release(ref.release()));
  }

  private boolean isOfRelease(MapEntry entry) {
    return ref.release() == null || ref.release().equals(entry.release());
  }

  // ---- the choice ----------------------------------------------------------------------------

  private static boolean haveOneMap(List<Pointer> some) {
    return some.stream().map(Pointer::map).distinct().count() == 1;
  }

  private static List<Pointer> latest(List<Pointer> some) {
    Map<String, Pointer> newest = new LinkedHashMap<>();
    for (Pointer each : some) {
      newest.merge(each.release() + each.dist(), each, KeySearch::newer);
    }
    return List.copyOf(newest.values());
  }

  /** Returns the pointer that was uploaded later; all instances agree. */
  private static Pointer newer(Pointer one, Pointer other) {
    int order = Long.compare(one.uploadedAt(), other.uploadedAt());
    return order > 0 || (order == 0 && one.id().compareTo(other.id()) > 0) ? one : other;
  }

  /**
   * The newest of each release and dist counts, those without a dist first; others only if all have
   * one map, since no profile names its dist. The entry must not contradict the web's files.
   */
  private Pick newest(List<Pointer> some, @Nullable BuildIdentity web) {
    List<Pointer> fitting = where(latest(some), each -> fits(each, web));
    if (fitting.isEmpty()) {
      return Pick.amongDifferent(
          latest(some), () -> "The upload has another debug ID, or its script other content.");
    }
    List<Pointer> plain = where(fitting, each -> !isSome(each.dist()));
    List<Pointer> chosen = plain.isEmpty() ? fitting : plain;
    return haveOneMap(chosen)
        ? Pick.of(best(chosen, null))
        : Pick.amongDifferent(
            chosen,
            () -> "The uploads of " + chosen.size() + " dists differ. Upload one without a dist.");
  }

  /** Chooses by a debug ID, of which all have one map, except after two uploads at once. */
  private Pick identified(List<Pointer> some, @Nullable String sha256) {
    if (haveOneMap(some)) {
      return Pick.of(best(some, sha256));
    }
    List<Pointer> exact = where(some, each -> hasScript(each, sha256));
    return !exact.isEmpty() && haveOneMap(exact)
        ? Pick.of(best(exact, sha256))
        : Pick.amongDifferent(
            some, () -> "Different maps have this debug ID. Delete the wrong ones.");
  }

  private static boolean hasScript(Pointer pointer, @Nullable String sha256) {
    return sha256 != null && pointer.script().equals(EntryNames.key(sha256));
  }

  /** Chooses the script with the hash, then with the URL, then of the release, then the newest. */
  private Pointer best(List<Pointer> some, @Nullable String sha256) {
    Pointer best = some.get(0);
    for (Pointer each : some.subList(1, some.size())) {
      int order = Integer.compare(rank(each, sha256), rank(best, sha256));
      best = order > 0 || (order == 0 && newer(each, best).equals(each)) ? each : best;
    }
    return best;
  }

  private int rank(Pointer pointer, @Nullable String sha256) {
    boolean hasUrl = pointer.name().equals(EntryNames.name(urls.get(0)));
    boolean isOfRelease = ref.release() != null && isOfRelease(pointer);
    return (hasScript(pointer, sha256) ? 4 : 0) | (hasUrl ? 2 : 0) | (isOfRelease ? 1 : 0);
  }

  // ---- words for people: why a key found nothing, and what is nearly right --------------------

  private static String found(MapEntry entry) {
    return "Found the upload %s of %s%s."
        .formatted(
            entry.id(),
            entry.script(),
            entry.release() == null ? "" : ", release " + entry.release());
  }

  private String noDebugId(String id) {
    if (!withDebugId(id).isEmpty()) {
      return "Different maps have the debug ID " + id + ". Delete the wrong ones.";
    }
    boolean isElsewhere = isAny(view.list(keys.ofDebugId(id)).pointers());
    return isElsewhere
        ? "The upload with the debug ID "
            + id
            + " may not answer this URL: the prefixes of its token do not allow it."
        : "No uploaded map has the debug ID " + id + '.';
  }

  private String noRelease(ScriptName name, String release) {
    String others = releases(ofScript(name));
    return others.isEmpty()
        ? "No upload is of this script." + otherPlaces()
        : "No upload of this script is of the release %s, but uploads are of %s."
            .formatted(release, others);
  }

  private String ofOtherReleases(List<Pointer> all, String key) {
    String others = releases(all);
    return all.isEmpty()
        ? "No upload has " + key + '.'
        : "No upload of this release has %s, but an upload %s has."
            .formatted(key, others.isEmpty() ? "without a release" : "of " + others);
  }

  private String debugIdMissing(String id, @Nullable BuildIdentity web) {
    String onWeb =
        web == null
            ? ""
            : web.debugId() == null
                ? " The script on the web has no debug ID."
                : " The script on the web has the debug ID " + web.debugId() + '.';
    return noDebugId(id)
        + onWeb
        + otherDebugIds()
        + " Upload the map of the build that was profiled.";
  }

  private String releaseMissing(String release) {
    return ("The script was uploaded for %s, but not for the release %s. Upload the map of this"
            + " release, or name the release that was profiled.")
        .formatted(releases(allNames()), release);
  }

  private String otherDebugIds() {
    String others = some(allNames(), Pointer::debugId, MapEntry::debugId);
    return others.isEmpty()
        ? otherPlaces()
        : " Uploads of this script have the debug ID " + others + '.';
  }

  private List<Pointer> allNames() {
    return names().stream().flatMap(name -> ofScript(name).stream()).toList();
  }

  private String otherPlaces() {
    String file = urls.get(0).file();
    if (file.isEmpty()) {
      return "";
    }
    Set<String> known = new HashSet<>(names().stream().map(EntryNames::name).toList());
    List<Pointer> all = view.list(keys.ofFile(file)).pointers();
    List<Pointer> others =
        where(
            all.subList(0, Math.min(all.size(), limits.nearSeen())),
            each -> !known.contains(each.name()));
    String places = some(others, Pointer::name, MapEntry::script);
    return places.isEmpty()
        ? ""
        : ' ' + file + " was uploaded as " + places + ": check base= of the upload.";
  }

  private String releases(List<Pointer> pointers) {
    return some(pointers, Pointer::release, MapEntry::release);
  }

  /** Lists the values of some entries, and the number of the others; empty if there are none. */
  private String some(
      List<Pointer> pointers,
      Function<Pointer, String> part,
      Function<MapEntry, @Nullable String> value) {
    Map<String, Pointer> distinct = new LinkedHashMap<>();
    for (Pointer each : pointers) {
      if (isSome(part.apply(each))) {
        distinct.putIfAbsent(part.apply(each), each);
      }
    }
    Collection<String> shown = new LinkedHashSet<>();
    int others = 0;
    for (Pointer each : distinct.values()) {
      MapEntry entry = shown.size() < limits.nearMisses() ? entry(each) : null;
      String text = entry == null ? null : value.apply(entry);
      if (text != null) {
        shown.add(text);
      } else if (!gone.contains(each)) {
        others++;
      }
    }
    return String.join(", ", shown) + (others > 0 ? " and %,d others".formatted(others) : "");
  }
}
