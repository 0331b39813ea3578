package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.FetchResult;
import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.fetch.NotModified;
import dev.symbolicator.script.Outcome.Known;
import dev.symbolicator.script.Outcome.Missed;
import dev.symbolicator.script.ScriptResult.Failed;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks a script's origin whether what is known is still right: first for the script, then for its
 * map, each only if it is no longer fresh.
 *
 * <p>Script and map are a pair. If either has changed, or the operator of the origin has taken the
 * map away, what was made of the old pair is forgotten at once, before anything of the new one is
 * loaded. A script that is gone changes nothing: profiles of what it was are still on their way. An
 * origin that cannot be asked changes nothing either, for as long as {@link Expiry#errorUntil}
 * allows. What was compiled without sources that could not be had for a while, or under another
 * configuration, is then compiled again from the same pair.
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
   * @param known what is known of it
   * @param outdated called as soon as it is known to be right no longer
   */
  record Task(Load load, FetchRequest request, Known known, Runnable outdated) {
    Task with(Known renewed) {
      return new Task(load, request, renewed, outdated);
    }
  }

  CompletableFuture<Outcome> run(Task task) {
    Copy script = task.known.record().script();
    return script.expiry().at(clock.millis()) == Expiry.Use.FRESH
        ? askForMap(task, script)
        : fetcher
            .fetch(conditional(task.request, script))
            .thenComposeAsync(answer -> script(task, answer), compiler.threads());
  }

  private static FetchRequest conditional(FetchRequest request, Copy copy) {
    return request.with(copy.validators());
  }

  private CompletableFuture<Outcome> script(Task task, FetchResult answer) {
    ScriptRecord record = task.known.record();
    if (answer instanceof NotModified same) {
      Copy copy = record.script().renewed(same, freshness, clock.millis());
      return copy.headers().nameSameMapAs(record.script().headers())
          ? askForMap(task, copy)
          : loadAnew(task);
    }
    if (!(answer instanceof Fetched script)) {
      FetchFailure failure = (FetchFailure) answer;
      boolean gone = failure instanceof FetchFailure.NotFound;
      return failed(task, gone || failure.tellsNothingOfTheFile(), FetchFailures.ofScript(failure));
    }
    return ScriptLoader.guarded(() -> fetchedAgain(task, script))
        .whenComplete((outcome, fault) -> script.close());
  }

  private CompletableFuture<Outcome> fetchedAgain(Task task, Fetched script) {
    ScriptRecord record = task.known.record();
    Copy copy = Copy.of(script, freshness, clock.millis());
    if (copy.isSameAs(record.script()) && copy.headers().nameSameMapAs(record.script().headers())) {
      script.close();
      return askForMap(task, copy);
    }
    task.outdated.run();
    return loader.load(task.load, script, copy);
  }

  private CompletableFuture<Outcome> askForMap(Task task, Copy script) {
    ScriptRecord record = task.known.record();
    Copy map = record.map();
    if (map == null
        || record.mapUrl() == null
        || map.expiry().at(clock.millis()) == Expiry.Use.FRESH) {
      return renewed(task, script, map);
    }
    FetchRequest request =
        FetchRequest.sourceMap(record.mapUrl(), script.url()).with(map.validators());
    return fetcher
        .fetch(request)
        .thenComposeAsync(answer -> map(task, script, map, answer), compiler.threads());
  }

  private CompletableFuture<Outcome> map(Task task, Copy script, Copy map, FetchResult answer) {
    if (answer instanceof NotModified same) {
      return renewed(task, script, map.renewed(same, freshness, clock.millis()));
    }
    if (!(answer instanceof Fetched fetched)) {
      FetchFailure failure = (FetchFailure) answer;
      Failed failed =
          FetchFailures.ofMap(failure, Objects.requireNonNull(task.known.record().mapUrl()));
      return failed(task, failure.tellsNothingOfTheFile(), failed);
    }
    try (fetched) {
      Copy copy = Copy.of(fetched, freshness, clock.millis());
      if (copy.isSameAs(map)) {
        return renewed(task, script, copy);
      }
    }
    return loadAnew(task);
  }

  private CompletableFuture<Outcome> loadAnew(Task task) {
    task.outdated.run();
    return loader.load(task.load, task.request.url());
  }

  private CompletableFuture<Outcome> renewed(Task task, Copy script, @Nullable Copy map) {
    ScriptRecord record = task.known.record().with(script, map);
    if (task.known.retry() != null) {
      Task renewed = task.with(task.known.with(record));
      return loader
          .load(task.load, task.request.url())
          .thenApply(again -> compiledAgain(renewed, again));
    }
    return tiers.keep(task.load, record).thenApply(done -> task.known.with(record));
  }

  /** Sources that are missing again and again are asked for less and less often. */
  private Outcome compiledAgain(Task task, Outcome again) {
    Known known = again instanceof Known made ? made : task.known;
    return known.retry() == null ? known : known.provisional(nextRetry(task));
  }

  private Retry nextRetry(Task task) {
    return Objects.requireNonNull(task.known.retry()).next(clock.millis(), freshness);
  }

  /** What is known outlives such a failure, and is not asked for again for a moment. */
  private CompletableFuture<Outcome> failed(Task task, boolean outlived, Failed why) {
    ScriptRecord record = task.known.record();
    long now = clock.millis();
    if (outlived && record.expiry().outlivesErrorsAt(now)) {
      long later = now + freshness.min().toMillis();
      Copy map = record.map();
      ScriptRecord postponed =
          record.with(
              record.script().postponedTo(later), map == null ? null : map.postponedTo(later));
      Known kept = task.known.with(postponed);
      return CompletableFuture.completedFuture(
          kept.retry() == null ? kept : kept.provisional(nextRetry(task)));
    }
    if (!outlived) {
      task.outdated.run();
    }
    return CompletableFuture.completedFuture(new Missed(why));
  }
}
