package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.FetchResult;
import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.fetch.NotModified;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptLoader.FetchedMap;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks the origin of a script without symbols whether the files from which that follows are still
 * the same: first for the script, then for its map, each only if it is no longer fresh. A map that
 * could not be fetched is asked for again.
 *
 * <p>If they are, nothing is loaded. If one of them is not, the script is loaded as if nothing had
 * been known of it.
 */
@ApplicationScoped
class MissRevalidation {
  private final Fetcher fetcher;
  private final ScriptLoader loader;
  private final TableCompiler compiler;
  private final Freshness freshness;
  private final Clock clock;

  MissRevalidation(
      Fetcher fetcher,
      ScriptLoader loader,
      TableCompiler compiler,
      ScriptConfig config,
      Clock clock) {
    this.fetcher = fetcher;
    this.loader = loader;
    this.compiler = compiler;
    this.clock = clock;
    freshness = Freshness.of(config);
  }

  /**
   * What is asked for.
   *
   * @param url the script's, before redirects
   * @param missed what is known of it
   * @param basis what that follows from
   */
  record Task(Load load, WebUrl url, Missed missed, Basis basis) {}

  CompletableFuture<Outcome> run(Task task) {
    Copy script = task.basis.script();
    if (isToBeUsed(task, script)) {
      return askForMap(task, script);
    }
    FetchRequest request = FetchRequest.script(task.url).with(script.validators());
    return fetcher
        .fetch(request)
        .thenComposeAsync(answer -> script(task, answer), compiler.threads());
  }

  /** Both of a pair that does not match are asked for: either may be the one that is old. */
  private boolean isToBeUsed(Task task, Copy copy) {
    return task.missed.result().status() != ScriptStatus.MISMATCH
        && copy.expiry().at(clock.millis()) == Expiry.Use.FRESH;
  }

  private CompletableFuture<Outcome> script(Task task, FetchResult answer) {
    Copy known = task.basis.script();
    if (answer instanceof NotModified same) {
      Copy copy = known.renewed(same, freshness, clock.millis());
      return copy.headers().nameSameMapAs(known.headers())
          ? askForMap(task, copy)
          : loader.load(task.load, task.url);
    }
    if (!(answer instanceof Fetched script)) {
      return CompletableFuture.completedFuture(
          new Missed(FetchFailures.ofScript((FetchFailure) answer)));
    }
    return ScriptLoader.guarded(() -> fetchedAgain(task, script))
        .whenComplete((outcome, fault) -> script.close());
  }

  private CompletableFuture<Outcome> fetchedAgain(Task task, Fetched script) {
    Copy known = task.basis.script();
    Copy copy = Copy.of(script, freshness, clock.millis());
    if (copy.isSameAs(known) && copy.headers().nameSameMapAs(known.headers())) {
      script.close();
      return askForMap(task, copy);
    }
    return loader.load(task.load, script, copy);
  }

  private CompletableFuture<Outcome> askForMap(Task task, Copy script) {
    WebUrl mapUrl = task.basis.mapUrl();
    Copy map = task.basis.map();
    if (mapUrl == null || (map != null && isToBeUsed(task, map))) {
      return kept(task, script, map);
    }
    FetchRequest request = FetchRequest.sourceMap(mapUrl, script.url());
    return fetcher
        .fetch(map == null ? request : request.with(map.validators()))
        .thenComposeAsync(answer -> map(task, script, mapUrl, answer), compiler.threads());
  }

  private CompletableFuture<Outcome> map(
      Task task, Copy script, WebUrl mapUrl, FetchResult answer) {
    Copy known = task.basis.map();
    if (answer instanceof NotModified same && known != null) {
      return kept(task, script, known.renewed(same, freshness, clock.millis()));
    }
    if (answer instanceof FetchFailure failure) {
      return loader.missed(FetchFailures.ofMap(failure, mapUrl), script, mapUrl, null);
    }
    if (!(answer instanceof Fetched fetched)) {
      return loader.load(task.load, task.url);
    }
    FetchedMap map = new FetchedMap(mapUrl, script.url(), fetched);
    return ScriptLoader.guarded(() -> fetchedAgain(task, script, map))
        .whenComplete((outcome, fault) -> fetched.close());
  }

  private CompletableFuture<Outcome> fetchedAgain(Task task, Copy script, FetchedMap map) {
    Copy known = task.basis.map();
    Copy copy = Copy.of(map.file(), freshness, clock.millis());
    return known != null && copy.isSameAs(known)
        ? kept(task, script, copy)
        : loader.load(task.load, task.url, map);
  }

  private CompletableFuture<Outcome> kept(Task task, Copy script, @Nullable Copy map) {
    return loader.missed(task.missed.result(), script, task.basis.mapUrl(), map);
  }
}
