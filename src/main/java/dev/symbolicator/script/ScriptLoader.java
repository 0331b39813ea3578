package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.script.MapCompiler.NotOpened;
import dev.symbolicator.script.MapCompiler.Opened;
import dev.symbolicator.script.MapCompiler.Opening;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.sourcemap.SourceMappingUrl;
import dev.symbolicator.sources.OriginalSourceLoader;
import dev.symbolicator.url.DataUrl;
import dev.symbolicator.url.WebUrl;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Loads one script: fetches it, finds its source map, fetches that and, where the operator wants
 * it, the sources it lacks, and compiles all of it. Fetches wait on no thread; what needs the
 * processor runs on a few threads of its own, so that large maps queue instead of filling the heap
 * together.
 */
@ApplicationScoped
class ScriptLoader {
  private final Fetcher fetcher;
  private final OriginalSourceLoader sources;
  private final int maxNameLength;
  private final ExecutorService compilers;

  ScriptLoader(Fetcher fetcher, OriginalSourceLoader sources, ScriptConfig config) {
    this.fetcher = fetcher;
    this.sources = sources;
    maxNameLength = config.maxNameLength();
    compilers =
        Executors.newFixedThreadPool(
            config.compilers(),
            work -> {
              Thread thread = new Thread(work, "script-compiler");
              thread.setDaemon(true);
              return thread;
            });
  }

  @PreDestroy
  void stop() {
    compilers.shutdownNow();
  }

  /** What is to be said of a script that may not be asked for; null if it may. */
  @Nullable ScriptResult refuse(WebUrl url) {
    FetchFailure refused = fetcher.refuse(new FetchRequest(url, FetchRequest.Kind.SCRIPT));
    return refused == null ? null : FetchFailures.ofScript(refused);
  }

  CompletableFuture<ScriptResult> load(WebUrl url) {
    return fetcher
        .fetch(new FetchRequest(url, FetchRequest.Kind.SCRIPT))
        .thenComposeAsync(
            result ->
                result instanceof Fetched script
                    ? loadMapOf(script)
                    : done(FetchFailures.ofScript((FetchFailure) result)),
            compilers);
  }

  /** The script stays in memory, and charged, until it is compiled. */
  private CompletableFuture<ScriptResult> loadMapOf(Fetched script) {
    return compiled(script).whenComplete((result, fault) -> script.close());
  }

  private CompletableFuture<ScriptResult> compiled(Fetched script) {
    SourceMappingUrl link =
        SourceMappingUrl.find(
            script.headers().first("SourceMap"),
            script.headers().first("X-SourceMap"),
            script.body());
    if (link == null) {
      return done(
          new Failed(
              ScriptStatus.NO_SOURCE_MAP,
              "The script has no SourceMap header and no sourceMappingURL comment."));
    }
    if (DataUrl.is(link.url())) {
      return compiled(script, MapCompiler.openInline(link.url(), script.finalUrl()));
    }
    WebUrl mapUrl = WebUrl.parse(link.url(), script.finalUrl());
    return mapUrl == null
        ? done(new Failed(ScriptStatus.MALFORMED, "The script's sourceMappingURL is no URL."))
        : compiled(script, mapUrl.withoutFragment());
  }

  private CompletableFuture<ScriptResult> compiled(Fetched script, WebUrl mapUrl) {
    return fetcher
        .fetch(new FetchRequest(mapUrl, FetchRequest.Kind.SOURCE_MAP))
        .thenComposeAsync(
            result -> {
              if (result instanceof Fetched map) {
                return compiled(script, MapCompiler.open(map.body(), map.finalUrl()))
                    .whenComplete((compiled, fault) -> map.close());
              }
              return done(FetchFailures.ofMap((FetchFailure) result, mapUrl));
            },
            compilers);
  }

  private CompletableFuture<ScriptResult> compiled(Fetched script, Opening opening) {
    if (!(opening instanceof Opened map)) {
      return done(((NotOpened) opening).why());
    }
    return sources
        .of(map.read().map(), map.read().texts())
        .thenApplyAsync(
            texts -> {
              try (texts) {
                return MapCompiler.compile(script.body(), map, texts::get, maxNameLength);
              }
            },
            compilers);
  }

  private static CompletableFuture<ScriptResult> done(ScriptResult result) {
    return CompletableFuture.completedFuture(result);
  }
}
