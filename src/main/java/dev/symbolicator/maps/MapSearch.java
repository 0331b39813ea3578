package dev.symbolicator.maps;

import dev.symbolicator.maps.ScriptRef.BuildIdentity;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One look-up of a script by the keys in their order, the most certain first. An entry that
 * contradicts a higher key is never used.
 *
 * <ol>
 *   <li>the debug ID that came with the profile
 *   <li>the hash of the script that came with the profile
 *   <li>release and script URL, with its query, then without
 *   <li>release and path
 *   <li>debug ID or hash of the script that the web serves now, among entries of the given release
 *   <li>the script's URL, if the profile names no release
 * </ol>
 *
 * <p>No method blocks; each sees the library as it is then.
 */
public final class MapSearch {
  private final LookUpCache cache;
  private final ScriptRef ref;
  private final MapLimits limits;
  private final boolean isExplained;
  private volatile Function<KeySearch, MapChoice> last = KeySearch::byReference;

  /** Makes a look-up. An explained one has {@link #steps}, and a fresh answer. */
  MapSearch(LookUpCache cache, ScriptRef ref, MapLimits limits, boolean isExplained) {
    this.cache = cache;
    this.ref = ref;
    this.limits = limits;
    this.isExplained = isExplained;
  }

  public enum MatchedKey {
    DEBUG_ID("the debug ID in the profile"),
    SCRIPT_HASH("the script's hash in the profile"),
    RELEASE_AND_URL("release and URL"),
    RELEASE_AND_PATH("release and path"),
    FETCHED_DEBUG_ID("the debug ID of the script on the web"),
    FETCHED_HASH("the hash of the script on the web"),
    URL("the script's URL");

    private final String words;

    MatchedKey(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  public sealed interface MapChoice permits FoundMap, NoMap, Refusal, Unreachable {}

  public record FoundMap(MapEntry entry, MatchedKey key) implements MapChoice {}

  /** The library has nothing to say of the script; the next place is asked. */
  public record NoMap() implements MapChoice {
    static final NoMap INSTANCE = new NoMap();
  }

  /** No other place may be asked, since an answer would be of another build. */
  public record Refusal(RefusalReason reason, String detail) implements MapChoice {}

  /** The store cannot be used. No other place may be asked, since the map may be here. */
  public record Unreachable(String detail) implements MapChoice {}

  public enum RefusalReason {
    DEBUG_ID_MISSING,
    RELEASE_MISSING
  }

  /** One key that was tried, and what was looked for; null if the profile does not carry it. */
  public record Step(String key, @Nullable String value, String outcome) {}

  /** Chooses by the keys 1 to 4; {@link NoMap} if none of them finds an entry. */
  public CompletableFuture<MapChoice> byReference() {
    return choose(KeySearch::byReference);
  }

  /** Tells whether keys 5 and 6, or a refusal, may follow; else no other method need be called. */
  public boolean mayFitContent() {
    return ref.debugId() != null || !cache.isEmpty(ref.scope());
  }

  /** Chooses by all keys. {@link NoMap} means that the files on the web may be used. */
  public CompletableFuture<MapChoice> withContent(BuildIdentity web) {
    return choose(search -> search.with(web));
  }

  /** Chooses by all keys but 5, if the web has no such script or must not be asked. */
  public CompletableFuture<MapChoice> withoutContent() {
    return choose(search -> search.with(null));
  }

  /** Tells whether it is remembered that nothing is there; starts nothing. */
  public boolean hasNothingNow(@Nullable BuildIdentity web) {
    return !mayFitContent()
        || cache.now(ref.scope(), view -> search(view, null).with(web)) instanceof NoMap;
  }

  /** Tries the keys of the last method again, with near misses, for people. */
  public CompletableFuture<List<Step>> steps() {
    return cache
        .run(
            ref.scope(),
            false,
            view -> {
              List<Step> steps = new ArrayList<>();
              MapChoice unused = last.apply(search(view, steps));
              return steps;
            })
        .exceptionally(failed -> List.of(new Step("all keys", null, unreachable(failed).detail())));
  }

  private CompletableFuture<MapChoice> choose(Function<KeySearch, MapChoice> choice) {
    last = choice;
    if (!isExplained && !mayFitContent()) {
      return CompletableFuture.completedFuture(NoMap.INSTANCE);
    }
    return cache
        .run(ref.scope(), isExplained, view -> choice.apply(search(view, null)))
        .exceptionally(MapSearch::unreachable);
  }

  private static Unreachable unreachable(Throwable failed) {
    Throwable cause = failed instanceof CompletionException ? failed.getCause() : failed;
    if (cause instanceof UncheckedIOException unavailable) {
      return new Unreachable(
          Objects.requireNonNull(unavailable.getCause()).getMessage()
              + " Uploaded source maps cannot be looked up now.");
    }
    throw new CompletionException(failed);
  }

  private KeySearch search(LookUpCache.View view, @Nullable List<Step> steps) {
    return new KeySearch(view, ref, limits, steps);
  }
}
