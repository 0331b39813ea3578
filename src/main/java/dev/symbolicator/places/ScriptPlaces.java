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
import dev.symbolicator.threads.Spans;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the symbols of scripts in the first place that has the right source map. */
@Singleton
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

  /** A look-up for people, with the places and keys that were tried, in order. */
  public record Explanation(ScriptResult result, List<PlaceStep> steps) {}

  /** Finds symbols; only http and https URLs are looked for on the web. Cancelling ends no load. */
  public CompletableFuture<ScriptResult> find(ScriptRef ref) {
    return search(ref, scripts::find);
  }

  /** Tells whether {@link #find} answers, for any build, with what the web had; starts nothing. */
  public boolean isFresh(ScriptRef ref) {
    int web = places.indexOf(MapPlace.WEB);
    boolean isAfterUploads = web == 1 && places.get(0) == MapPlace.UPLOADED;
    if (!ref.url().isHttp() || !(web == 0 || isAfterUploads)) {
      return false;
    }
    boolean isLast = web == places.size() - 1;
    return scripts.isFresh(
        ref,
        result ->
            (isLast || result instanceof Found)
                && (!isAfterUploads || library.search(ref).hasNothingNow(result.build())));
  }

  /** Like {@link #find}, but waits for the origin of a script whose symbols are stale. */
  public CompletableFuture<ScriptResult> findRenewed(ScriptRef ref) {
    return search(ref, scripts::findRenewed);
  }

  /** Like {@link #find}, but asks the origin of a script even if its symbols are fresh. */
  public CompletableFuture<ScriptResult> findChecked(ScriptRef ref) {
    return search(ref, scripts::findChecked);
  }

  private CompletableFuture<ScriptResult> search(
      ScriptRef ref, Function<ScriptRef, CompletableFuture<ScriptResult>> web) {
    Span span = Spans.start("find source map", SpanKind.INTERNAL);
    if (!span.getSpanContext().isValid()) {
      return new PlaceSearch(this, ref, web, false).run();
    }
    span.setAttribute(Spans.URL, ref.url().redacted());
    return Spans.within(span, () -> new PlaceSearch(this, ref, web, false).run())
        .whenComplete(
            (result, fault) ->
                Spans.end(span, fault == null ? result.status().label() : "failed", null));
  }

  public boolean mayRevalidate(ScriptRef ref) {
    return ref.url().isHttp() && places.contains(MapPlace.WEB) && scripts.mayRevalidate(ref);
  }

  /** Finds the symbols of a script that is a {@code data:} URL: {@link Scripts#findData}. */
  public CompletableFuture<ScriptResult> findData(String scope, String url) {
    return scripts.findData(scope, url, places.contains(MapPlace.WEB));
  }

  /** See {@link StoredScripts#loadEmbedded}. */
  public CompletableFuture<Void> loadEmbedded(
      String scope, EmbeddedMap map, CompletableFuture<ScriptResult> result) {
    return stored.loadEmbedded(scope, map, places.contains(MapPlace.WEB), result);
  }

  public CompletableFuture<Explanation> explain(ScriptRef ref) {
    PlaceSearch search = new PlaceSearch(this, ref, scripts::find, true);
    return search
        .run()
        .thenCompose(result -> search.steps().thenApply(steps -> new Explanation(result, steps)));
  }

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

  public enum MapPlace {
    /** The library of maps that were handed over with {@code PUT} or {@code POST /source-maps}. */
    UPLOADED,
    FOLDER,
    BUCKET,
    /** The URL of the script, and the map that the script names. */
    WEB;

    /** Returns the place as the configuration spells it. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A place that was tried, its key if it has several, and what was looked for, if known. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PlaceStep(
      String place, @Nullable String key, @Nullable String value, String outcome) {}

  @ConfigMapping(prefix = "symbolicator.maps")
  public interface PlacesConfig {

    /** Returns the places in order. Without {@code web}, no profile makes it ask an origin. */
    @WithDefault("uploaded,folder,bucket,web")
    List<MapPlace> places();
  }
}
