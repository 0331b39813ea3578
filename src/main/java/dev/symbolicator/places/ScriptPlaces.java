package dev.symbolicator.places;

import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.mounted.MountedMaps;
import dev.symbolicator.script.EmbeddedMap;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.Scripts;
import dev.symbolicator.script.StoredScripts;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Finds the symbols of scripts in the first place that has the right source map. */
@ApplicationScoped
public class ScriptPlaces {
  private final Scripts scripts;
  private final StoredScripts stored;
  private final MapLibrary library;
  private final MountedMaps mounted;
  private final List<MapPlace> places;

  ScriptPlaces(
      Scripts scripts,
      StoredScripts stored,
      MapLibrary library,
      MountedMaps mounted,
      PlacesConfig config) {
    this.scripts = scripts;
    this.stored = stored;
    this.library = library;
    this.mounted = mounted;
    places = config.places().stream().distinct().filter(this::isUsed).toList();
  }

  private boolean isUsed(MapPlace place) {
    return switch (place) {
      case UPLOADED, WEB -> true;
      case FOLDER -> mounted.hasRules(false);
      case BUCKET -> mounted.hasRules(true);
    };
  }

  /**
   * A look-up for people.
   *
   * @param steps the places and keys that were tried, in their order
   */
  public record Explanation(ScriptResult result, List<PlaceStep> steps) {}

  /**
   * Finds the symbols of a script. Only http and https URLs are looked for on the web; the other
   * places may have a script of any URL.
   *
   * @return a future that the caller may cancel or time out without ending the load; never fails by
   *     itself
   */
  public CompletableFuture<ScriptResult> find(ScriptRef ref) {
    return new PlaceSearch(this, ref, scripts::find, false).run();
  }

  /**
   * Returns whether {@link #find} answers at once, with what the web had and is fresh: no other
   * place may have the script. Reads memory only, and starts nothing.
   *
   * @param ref of any build
   */
  public boolean isFresh(ScriptRef ref) {
    int web = places.indexOf(MapPlace.WEB);
    if (web < 0 || !ref.url().isHttp()) {
      return false;
    }
    List<MapPlace> before = places.subList(0, web);
    boolean isLast = web == places.size() - 1;
    return before.stream().allMatch(place -> place == MapPlace.UPLOADED)
        && scripts.isFresh(
            ref,
            result ->
                (isLast || result instanceof Found)
                    && (before.isEmpty() || library.search(ref).hasNothingNow(result.build())));
  }

  /**
   * Like {@link #find}, but waits for the origin of a script on the web whose symbols are stale.
   */
  public CompletableFuture<ScriptResult> findRenewed(ScriptRef ref) {
    return new PlaceSearch(this, ref, scripts::findRenewed, false).run();
  }

  /**
   * Like {@link #find}, but asks the origin of a script on the web whether the script changed, even
   * if its symbols are fresh.
   */
  public CompletableFuture<ScriptResult> findChecked(ScriptRef ref) {
    return new PlaceSearch(this, ref, scripts::findChecked, false).run();
  }

  /**
   * Tells whether {@link #findChecked} may find other symbols of a script on the web.
   *
   * @param loadsBefore {@link #loads} before the script was looked for
   */
  public boolean maySeeChange(ScriptRef ref, long loadsBefore) {
    return ref.url().isHttp()
        && places.contains(MapPlace.WEB)
        && scripts.maySeeChange(ref, loadsBefore);
  }

  /** Returns the number of loads from the web so far. */
  public long loads() {
    return scripts.loads();
  }

  /** Finds the symbols of a script that is a {@code data:} URL: {@link Scripts#findData}. */
  public CompletableFuture<ScriptResult> findData(String scope, String url) {
    return scripts.findData(scope, url, places.contains(MapPlace.WEB));
  }

  /**
   * Makes the symbols of a script whose map came with a profile, and asks no place: {@link
   * StoredScripts#loadEmbedded}.
   */
  public CompletableFuture<Void> loadEmbedded(
      String scope, EmbeddedMap map, CompletableFuture<ScriptResult> result) {
    return stored.loadEmbedded(scope, map, result);
  }

  /** Runs {@link #find} and tells what was tried. */
  public CompletableFuture<Explanation> explain(ScriptRef ref) {
    PlaceSearch search = new PlaceSearch(this, ref, scripts::find, true);
    return search
        .run()
        .thenCompose(result -> search.steps().thenApply(steps -> new Explanation(result, steps)));
  }

  /** Finds a script on the web, and waits for its origin if its symbols are stale. */
  CompletableFuture<ScriptResult> renewed(ScriptRef ref) {
    return scripts.findRenewed(ref);
  }

  StoredScripts stored() {
    return stored;
  }

  MapLibrary library() {
    return library;
  }

  MountedMaps mounted() {
    return mounted;
  }

  /** Returns the configured places, without mounts for which there is no rule. */
  List<MapPlace> places() {
    return places;
  }
}
