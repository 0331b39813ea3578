package dev.symbolicator.symbolication;

import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.script.Scripts;
import dev.symbolicator.url.DataUrl;
import dev.symbolicator.url.WebUrl;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks up all scripts of a profile at once, and gives up on what is not there by the deadline.
 *
 * <p>A stale table that the profile is no match for is as likely the wrong one as the profile is:
 * its origin is waited for then.
 *
 * <p>The limits count every script and every origin, also those whose scripts are in memory and
 * cost no fetch: the same profile is to get the same answer cold and warm, and whoever posts a
 * profile of just too many origins would else learn from the answer what others have posted.
 */
@ApplicationScoped
class ScriptResolver {
  /** In UTF-16 units. A longer URL is not parsed: that takes a hundred times its size. */
  private static final int LONGEST_URL = 1 << 16;

  /** What a URL takes for each of its characters once it is parsed, in bytes. */
  private static final int MEMORY_OF_CHARACTER = 3;

  /** What it takes besides to look up one script, in bytes. */
  private static final int MEMORY_OF_LOOKUP = 512;

  private static final Failed OUT_OF_MEMORY =
      Failed.passing(
          ScriptStatus.OVERLOADED, "There was not enough memory left to look for the script.");

  private final Scripts scripts;
  private final Vertx vertx;
  private final SymbolicationConfig config;

  ScriptResolver(Scripts scripts, Vertx vertx, SymbolicationConfig config) {
    this.scripts = scripts;
    this.vertx = vertx;
    this.config = config;
  }

  /** What is done with the table of a script, which is let go then. */
  interface TableUse {
    /**
     * Called once for a script, on the thread that found the table.
     *
     * @param script its index
     */
    ScriptOutcome use(int script, Found found);
  }

  /**
   * Called on a worker thread. Completes there and then if every script is known, else on another
   * worker thread, at the deadline at the latest. One that has passed leaves what is known.
   *
   * @param memory as {@link Symbolicator#symbolicate} has it
   */
  CompletableFuture<ResolvedScripts> resolve(
      Profile profile, TableUse use, LongPredicate memory, Deadline deadline) {
    Search search =
        new Search(config.maxScripts(), ScriptOutcome::isMismatch, use, memory, deadline);
    for (ProfileFrame frame : profile.frames()) {
      if (frame.hasPosition()) {
        search.add(frame.script(), profile.scripts().get(frame.script()));
      }
    }
    return search.results();
  }

  /**
   * Looks up scripts by their URLs, and waits for the origin of each that is stale; called as
   * {@link #resolve(Profile, TableUse, LongPredicate, Deadline)} is.
   */
  CompletableFuture<ResolvedScripts> resolve(
      List<String> urls, LongPredicate memory, Deadline deadline) {
    TableUse use = (script, found) -> ScriptOutcome.of(found);
    Search search = new Search(urls.size(), outcome -> true, use, memory, deadline);
    for (int i = 0; i < urls.size(); i++) {
      search.add(i, urls.get(i));
    }
    return search.results();
  }

  /** The scripts of one request. */
  private final class Search {
    private final int maxScripts;
    private final Predicate<ScriptOutcome> isToBeRenewed;
    private final TableUse use;
    private final LongPredicate memory;
    private final Deadline deadline;
    private final Map<Integer, CompletableFuture<ScriptOutcome>> results = new LinkedHashMap<>();

    /** One that is done leaves: its table may be large. */
    private final Map<Integer, CompletableFuture<ScriptResult>> underWay =
        new ConcurrentHashMap<>();

    private final Set<String> origins = new HashSet<>();
    private volatile boolean isOver;

    /** One for all: a profile can name a hundred thousand. */
    private final CompletableFuture<ScriptOutcome> tooMany;

    /**
     * @param isToBeRenewed which outcomes are not taken from a stale table
     */
    Search(
        int maxScripts,
        Predicate<ScriptOutcome> isToBeRenewed,
        TableUse use,
        LongPredicate memory,
        Deadline deadline) {
      this.maxScripts = maxScripts;
      this.isToBeRenewed = isToBeRenewed;
      this.use = use;
      this.memory = memory;
      this.deadline = deadline;
      tooMany =
          failed(
              ScriptStatus.SKIPPED,
              "The profile names more scripts than symbolicator.symbolication.max-scripts ("
                  + maxScripts
                  + ") allows in one request.");
    }

    void add(int script, String url) {
      if (!results.containsKey(script)) {
        results.put(script, find(script, url));
      }
    }

    CompletableFuture<ResolvedScripts> results() {
      CompletableFuture<Void> all =
          CompletableFuture.allOf(results.values().toArray(CompletableFuture[]::new));
      if (all.isDone()) {
        return CompletableFuture.completedFuture(resolved(results));
      }
      long timer = vertx.setTimer(Math.max(1, deadline.left().toMillis()), over -> giveUp());
      return all.whenComplete((done, fault) -> vertx.cancelTimer(timer))
          .thenApplyAsync(done -> resolved(results), Infrastructure.getDefaultWorkerPool());
    }

    private void giveUp() {
      isOver = true;
      underWay.values().forEach(result -> result.complete(pending()));
    }

    private CompletableFuture<ScriptOutcome> find(int script, String url) {
      if (results.size() >= maxScripts) {
        return tooMany;
      }
      if (DataUrl.is(url)) {
        return used(script, scripts.findData(url), null);
      }
      if (url.length() > LONGEST_URL) {
        return failed(
            ScriptStatus.UNSUPPORTED,
            "The URL is longer than " + LONGEST_URL + " characters, so nothing is fetched.");
      }
      if (!memory.test(MEMORY_OF_LOOKUP + (long) MEMORY_OF_CHARACTER * url.length())) {
        return CompletableFuture.completedFuture(ScriptOutcome.of(OUT_OF_MEMORY));
      }
      WebUrl parsed = WebUrl.parse(url);
      if (parsed == null) {
        return failed(ScriptStatus.UNSUPPORTED, "This is no URL, so there is nothing to fetch.");
      }
      if (!parsed.isHttp()) {
        return failed(
            ScriptStatus.UNSUPPORTED,
            "Scripts with a " + parsed.scheme() + ": URL are not fetched.");
      }
      if (!origins.contains(parsed.origin()) && origins.size() >= config.maxOrigins()) {
        return failed(
            ScriptStatus.SKIPPED,
            "The scripts are of more origins than symbolicator.symbolication.max-origins ("
                + config.maxOrigins()
                + ") allows in one request.");
      }
      origins.add(parsed.origin());
      return used(script, scripts.find(parsed), () -> scripts.findRenewed(parsed));
    }

    /**
     * Uses the table where it was found, so that no more are read than can be used, save on an
     * event loop, which has no time for that.
     *
     * @param renewed finds what takes the place of a stale one; null if that is not to be waited
     *     for
     */
    private CompletableFuture<ScriptOutcome> used(
        int script,
        CompletableFuture<ScriptResult> result,
        @Nullable Supplier<CompletableFuture<ScriptResult>> renewed) {
      underWay.put(script, result);
      if (isOver) {
        result.complete(pending());
      }
      return result.thenCompose(
          found -> {
            underWay.remove(script);
            return found instanceof Found table && Context.isOnEventLoopThread()
                ? CompletableFuture.supplyAsync(
                        () -> use.use(script, table), Infrastructure.getDefaultWorkerPool())
                    .thenCompose(outcome -> orRenewed(script, found, outcome, renewed))
                : orRenewed(script, found, used(script, found), renewed);
          });
    }

    private ScriptOutcome used(int script, ScriptResult result) {
      return result instanceof Found found ? use.use(script, found) : ScriptOutcome.of(result);
    }

    private CompletableFuture<ScriptOutcome> orRenewed(
        int script,
        ScriptResult result,
        ScriptOutcome outcome,
        @Nullable Supplier<CompletableFuture<ScriptResult>> renewed) {
      return renewed != null
              && result instanceof Found found
              && found.isStale()
              && isToBeRenewed.test(outcome)
          ? used(script, renewed.get(), null)
          : CompletableFuture.completedFuture(outcome);
    }
  }

  private Failed pending() {
    return Failed.passing(
        ScriptStatus.PENDING,
        "Still on its way after "
            + config.deadline().toMillis()
            + " ms; send the profile again for a complete answer.");
  }

  private static CompletableFuture<ScriptOutcome> failed(ScriptStatus status, String detail) {
    return CompletableFuture.completedFuture(new ScriptOutcome(status, null, detail));
  }

  private static ResolvedScripts resolved(Map<Integer, CompletableFuture<ScriptOutcome>> results) {
    Map<Integer, ScriptOutcome> resolved = new LinkedHashMap<>();
    results.forEach((script, result) -> resolved.put(script, result.join()));
    return new ResolvedScripts(resolved);
  }
}
