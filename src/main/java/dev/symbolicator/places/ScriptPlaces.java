package dev.symbolicator.places;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.symbolicator.maps.MapLibrary;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.mounted.MountedMaps;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.Scripts;
import dev.symbolicator.script.StoredScripts;
import dev.symbolicator.script.StoredScripts.EmbeddedMap;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

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

  /** Tells whether {@link #findChecked} may find other symbols of a script on the web. */
  public boolean mayRevalidate(ScriptRef ref) {
    return ref.url().isHttp() && places.contains(MapPlace.WEB) && scripts.mayRevalidate(ref);
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

  /** A place where source maps may be. */
  public enum MapPlace {
    /** The library of maps that were handed over with {@code PUT} or {@code POST /source-maps}. */
    UPLOADED,
    /** A mounted folder. */
    FOLDER,
    /** A mounted bucket. */
    BUCKET,
    /** The URL of the script, and the map that the script names. */
    WEB;

    /** Returns the place as the configuration spells it. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A place, or one of its keys, that was tried for a script.
   *
   * @param place as the configuration spells it
   * @param key the key, such as {@code release and URL}; null if the place has only one
   * @param value what was looked for; null if the profile does not carry this key
   * @param outcome one sentence: what was found, or why nothing was
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PlaceStep(
      String place, @Nullable String key, @Nullable String value, String outcome) {}

  /** Configures where source maps are looked for. */
  @ConfigMapping(prefix = "symbolicator.maps")
  public interface PlacesConfig {

    /**
     * Returns the places that are asked, in their order. Without {@code web}, no profile makes this
     * service send a request to an origin.
     */
    @WithDefault("uploaded,folder,bucket,web")
    List<MapPlace> places();
  }
}
