package dev.symbolicator.symbolication;

import dev.symbolicator.maps.StoredMap.ReadableContent;
import dev.symbolicator.places.ScriptPlaces;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.EmbeddedScript;
import dev.symbolicator.profile.Profile.EmbeddedScript.EmbeddedFile;
import dev.symbolicator.script.EmbeddedMap;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.url.WebUrl;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The scripts of one profile whose source maps came with it. They are loaded one after another, so
 * one request keeps one compiler busy, and holds the files of one script.
 */
final class EmbeddedScripts {
  /**
   * The base of sources whose script's URL cannot be a base: no URL, or blob:. They stay as the map
   * writes them.
   */
  private static final WebUrl NO_PLACE = Objects.requireNonNull(WebUrl.parse("data:,"));

  private static final Failed UNREADABLE =
      Failed.passing(
          ScriptStatus.UNREACHABLE,
          "The source map that came with the profile cannot be read now. Send the profile again"
              + " later.");

  private final ScriptPlaces places;
  private final @Nullable Profile profile;
  private final RequestContext context;
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

  /**
   * Finds the scripts of a request.
   *
   * @param profile null for a request without one
   */
  EmbeddedScripts(ScriptPlaces places, @Nullable Profile profile, RequestContext context) {
    this.places = places;
    this.profile = profile;
    this.context = context;
  }

  /**
   * Finds the files of a script.
   *
   * @return completes a result by loading the script, unless the result is there already; null if
   *     no map came for the script
   */
  @Nullable Consumer<CompletableFuture<ScriptResult>> find(int script, String url) {
    try {
      EmbeddedScript embedded = profile == null ? null : profile.embedded(script);
      if (embedded == null) {
        return null;
      }
      return ScriptUrls.takeMemory(context, url)
          ? result -> load(embedded, url, result)
          : result -> result.complete(ScriptUrls.OUT_OF_MEMORY);
    } catch (IOException unreadable) {
      return result -> result.complete(UNREADABLE);
    }
  }

  private void load(EmbeddedScript embedded, String url, CompletableFuture<ScriptResult> result) {
    EmbeddedFile text = embedded.text();
    AtomicReference<@Nullable EmbeddedMap> map =
        new AtomicReference<>(
            new EmbeddedMap(
                baseUrl(embedded.sourceMapUrl(), url),
                content(embedded.map()),
                text == null ? null : content(text)));
    // A compilation may wait for long after the deadline, and must not hold the profile meanwhile.
    CompletableFuture<?> unused = result.whenComplete((done, fault) -> map.set(null));
    last = after(last, places, context.scope(), map, result);
  }

  /** Loads a map after the one before it, unless its result is there by then. */
  private static CompletableFuture<Void> after(
      CompletableFuture<Void> before,
      ScriptPlaces places,
      String scope,
      AtomicReference<@Nullable EmbeddedMap> map,
      CompletableFuture<ScriptResult> result) {
    return before
        .handle((done, fault) -> null)
        .thenCompose(
            done -> {
              EmbeddedMap wanted = map.get();
              return wanted == null
                  ? CompletableFuture.completedFuture(null)
                  : places.loadEmbedded(scope, wanted, result);
            });
  }

  private static WebUrl baseUrl(@Nullable String mapUrl, String script) {
    WebUrl parsed =
        script.length() > ScriptUrls.LONGEST_URL ? null : WebUrl.parse(script, NO_PLACE);
    WebUrl url = parsed == null ? NO_PLACE : parsed;
    WebUrl resolved = mapUrl == null ? null : WebUrl.parse(mapUrl, url);
    WebUrl base = resolved == null ? url : resolved;
    return WebUrl.parse(".", base) == null ? NO_PLACE : base;
  }

  private static ReadableContent content(EmbeddedFile file) {
    return new ReadableContent() {
      @Override
      public long size() {
        return file.size();
      }

      @Override
      public @Nullable String sha256() {
        return null;
      }

      @Override
      public InputStream open() throws IOException {
        return file.open();
      }
    };
  }
}
