package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.script.FetchedFiles.FetchedMap;
import dev.symbolicator.script.FetchedFiles.FetchedScript;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.tables.TableCompiler;
import dev.symbolicator.threads.Futures;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Fetches a script or a map for a load, and closes the file when the rest of the load is done. The
 * load continues on the compiler's threads.
 */
@ApplicationScoped
class FileLoader {
  private final Fetcher fetcher;
  private final TableCompiler compiler;
  private final FileVersions versions;
  private final ScriptFailures failures;
  private final MissRevalidation misses;

  FileLoader(
      Fetcher fetcher,
      TableCompiler compiler,
      FileVersions versions,
      ScriptFailures failures,
      MissRevalidation misses) {
    this.fetcher = fetcher;
    this.compiler = compiler;
    this.versions = versions;
    this.failures = failures;
    this.misses = misses;
  }

  /** Returns a script with its version. */
  FetchedScript script(Fetched file) {
    return FetchedScript.of(file, versions.of(file));
  }

  /**
   * Fetches the script of a load.
   *
   * @param next the rest of the load
   */
  CompletableFuture<Outcome> script(
      LoadContext load, Function<FetchedScript, CompletableFuture<Outcome>> next) {
    return fetcher
        .fetch(FetchRequest.script(load.url()).forScope(load.key().scope()))
        .thenComposeAsync(
            result ->
                result instanceof Fetched file
                    ? closing(file, () -> next.apply(script(file)))
                    : done(new Missed(failures.ofScript((FetchFailure) result))),
            compiler.threads());
  }

  /**
   * Fetches the map that a script names.
   *
   * @param next the rest of the load
   */
  CompletableFuture<Outcome> map(
      LoadContext load,
      FetchedScript script,
      WebUrl mapUrl,
      Function<FetchedMap, CompletableFuture<Outcome>> next) {
    WebUrl namedBy = script.file().finalUrl();
    return fetcher
        .fetch(FetchRequest.sourceMap(mapUrl, namedBy).forScope(load.key().scope()))
        .thenComposeAsync(
            result ->
                result instanceof Fetched file
                    ? closing(
                        file,
                        () -> next.apply(new FetchedMap(mapUrl, namedBy, file, versions.of(file))))
                    : done(mapMissed(script, mapUrl, (FetchFailure) result)),
            compiler.threads());
  }

  private Missed mapMissed(FetchedScript script, WebUrl mapUrl, FetchFailure why) {
    return misses.missed(failures.ofMap(why, mapUrl), script.without(mapUrl));
  }

  private static CompletableFuture<Outcome> closing(
      Fetched file, Supplier<CompletableFuture<Outcome>> work) {
    return Futures.guarded(work).whenComplete((outcome, fault) -> file.close());
  }

  private static CompletableFuture<Outcome> done(Outcome outcome) {
    return CompletableFuture.completedFuture(outcome);
  }
}
