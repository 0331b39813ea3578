package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.FetchResult;
import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.fetch.NotModified;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.Renewed.Other;
import dev.symbolicator.script.Renewed.Same;
import dev.symbolicator.script.ScriptLoader.FetchedMap;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a script's origin whether what is known is still right: first for the script, then for its
 * map, each only if it is no longer fresh. What was compiled is not needed for that and not held.
 *
 * <p>Script and map are a pair. If either has changed, or the operator of the origin has taken the
 * map away, what was made of the old pair is forgotten at once, before anything of the new one is
 * loaded. A script that is gone changes nothing: profiles of what it was are still on their way. An
 * origin that cannot be asked changes nothing either, for as long as {@link Expiry#errorUntil}
 * allows. What was compiled without sources that could not be had for a while, or under another
 * configuration, is compiled again when that is due.
 */
@ApplicationScoped
class Revalidation {
  private final Fetcher fetcher;
  private final ScriptLoader loader;
  private final TableTiers tiers;
  private final TableCompiler compiler;
  private final Freshness freshness;
  private final Clock clock;

  Revalidation(
      Fetcher fetcher,
      ScriptLoader loader,
      TableTiers tiers,
      TableCompiler compiler,
      ScriptConfig config,
      Clock clock) {
    this.fetcher = fetcher;
    this.loader = loader;
    this.tiers = tiers;
    this.compiler = compiler;
    this.clock = clock;
    freshness = Freshness.of(config);
  }

  /**
   * What is asked for, and whom to tell.
   *
   * @param request for the script
   * @param record what is known of it
   * @param retry as {@link Known#retry}
   * @param outdated called as soon as it is known to be right no longer
   */
  record Task(
      Load load,
      FetchRequest request,
      ScriptRecord record,
      @Nullable Retry retry,
      Runnable outdated) {

    boolean isToBeCompiled(long now) {
      return retry != null && retry.isDueAt(now);
    }
  }

  CompletableFuture<Renewed> run(Task task) {
    Copy script = task.record.script();
    long now = clock.millis();
    if (task.isToBeCompiled(now)) { // for which the script is needed, whether or not it is fresh
      return ask(task, task.request);
    }
    return script.expiry().at(now) == Expiry.Use.FRESH
        ? askForMap(task, script)
        : ask(task, task.request.with(script.validators()));
  }

  private CompletableFuture<Renewed> ask(Task task, FetchRequest request) {
    return fetcher
        .fetch(request)
        .thenComposeAsync(answer -> script(task, answer), compiler.threads());
  }

  private CompletableFuture<Renewed> script(Task task, FetchResult answer) {
    if (answer instanceof NotModified same) {
      Copy copy = task.record.script().renewed(same, freshness, clock.millis());
      return copy.headers().nameSameMapAs(task.record.script().headers())
          ? askForMap(task, copy)
          : replaced(task, () -> loader.load(task.load, task.request.url()));
    }
    if (!(answer instanceof Fetched script)) {
      FetchFailure failure = (FetchFailure) answer;
      boolean gone = failure instanceof FetchFailure.NotFound;
      return failed(task, gone || failure.tellsNothingOfTheFile(), FetchFailures.ofScript(failure));
    }
    return CompletableFuture.completedFuture(script)
        .thenCompose(fetched -> fetchedAgain(task, fetched))
        .whenComplete((renewed, fault) -> script.close());
  }

  private CompletableFuture<Renewed> fetchedAgain(Task task, Fetched script) {
    Copy before = task.record.script();
    Copy copy = Copy.of(script, freshness, clock.millis());
    if (!copy.isSameAs(before) || !copy.headers().nameSameMapAs(before.headers())) {
      return replaced(task, () -> loader.load(task.load, script, copy));
    }
    if (task.isToBeCompiled(clock.millis())) {
      return loader.load(task.load, script, copy).thenApply(again -> compiledAgain(task, again));
    }
    script.close();
    return askForMap(task, copy);
  }

  private CompletableFuture<Renewed> askForMap(Task task, Copy script) {
    Copy map = task.record.map();
    WebUrl mapUrl = task.record.mapUrl();
    if (map == null || mapUrl == null || map.expiry().at(clock.millis()) == Expiry.Use.FRESH) {
      return renewed(task, script, map);
    }
    return fetcher
        .fetch(FetchRequest.sourceMap(mapUrl, script.url()).with(map.validators()))
        .thenComposeAsync(answer -> map(task, script, map, mapUrl, answer), compiler.threads());
  }

  private CompletableFuture<Renewed> map(
      Task task, Copy script, Copy map, WebUrl mapUrl, FetchResult answer) {
    if (answer instanceof NotModified same) {
      return renewed(task, script, map.renewed(same, freshness, clock.millis()));
    }
    if (!(answer instanceof Fetched fetched)) {
      FetchFailure failure = (FetchFailure) answer;
      return failed(task, failure.tellsNothingOfTheFile(), FetchFailures.ofMap(failure, mapUrl));
    }
    return CompletableFuture.completedFuture(new FetchedMap(mapUrl, script.url(), fetched))
        .thenCompose(again -> fetchedAgain(task, script, map, again))
        .whenComplete((renewed, fault) -> fetched.close());
  }

  private CompletableFuture<Renewed> fetchedAgain(
      Task task, Copy script, Copy before, FetchedMap map) {
    Copy copy = Copy.of(map.file(), freshness, clock.millis());
    if (!copy.isSameAs(before)) {
      return replaced(task, () -> loader.load(task.load, task.request.url(), map));
    }
    map.file().close();
    return renewed(task, script, copy);
  }

  private static CompletableFuture<Renewed> replaced(
      Task task, Supplier<CompletableFuture<Outcome>> load) {
    task.outdated.run();
    return load.get().thenApply(Other::new);
  }

  private CompletableFuture<Renewed> renewed(Task task, Copy script, @Nullable Copy map) {
    ScriptRecord record = task.record.with(script, map);
    return tiers.keep(task.load, record).thenApply(done -> new Same(record, task.retry, null));
  }

  /** Sources that are missing again and again are asked for less and less often. */
  private Renewed compiledAgain(Task task, Outcome again) {
    if (!(again instanceof Known made)) {
      return new Same(task.record, nextRetry(task), null);
    }
    Retry next = made.retry() == null ? null : nextRetry(task);
    return new Other(next == null ? made : made.provisional(next));
  }

  private @Nullable Retry nextRetry(Task task) {
    return task.retry == null ? null : task.retry.next(clock.millis(), freshness);
  }

  /** What is known outlives such a failure. */
  private CompletableFuture<Renewed> failed(Task task, boolean outlived, Failed why) {
    if (outlived && task.record.expiry().outlivesErrorsAt(clock.millis())) {
      return CompletableFuture.completedFuture(new Same(task.record, nextRetry(task), why));
    }
    if (!outlived) {
      task.outdated.run();
    }
    return CompletableFuture.completedFuture(new Other(new Missed(why)));
  }
}
