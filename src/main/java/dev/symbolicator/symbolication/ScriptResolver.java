package dev.symbolicator.symbolication;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.places.ScriptPlaces;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.script.ScriptReport;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptStatus;
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
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks up all scripts of a profile at once. Scripts that are not there by the deadline stay
 * pending.
 *
 * <p>If a profile does not match a stale table, either may be outdated. The look-up then waits for
 * the script's origin.
 *
 * <p>The limits count every script and every origin, including scripts in memory that cost no
 * fetch. So a profile gets the same answer cold and warm. Otherwise a profile of just too many
 * origins would tell its sender which scripts others have posted.
 */
@ApplicationScoped
class ScriptResolver {
  /** The longest URL that is parsed, in UTF-16 units: parsing takes a hundred times its size. */
  private static final int LONGEST_URL = 1 << 16;

  /** The memory of a parsed URL for each of its characters. */
  private static final int BYTES_PER_URL_CHARACTER = 3;

  /** The memory of one look-up, without the script's URL. */
  private static final int LOOKUP_BYTES = 512;

  private static final Failed OUT_OF_MEMORY =
      Failed.passing(
          ScriptStatus.OVERLOADED,
          "There was not enough memory to look up the script. Try again later.");

  private final ScriptPlaces scripts;
  private final Vertx vertx;
  private final SymbolicationConfig config;

  ScriptResolver(ScriptPlaces scripts, Vertx vertx, SymbolicationConfig config) {
    this.scripts = scripts;
    this.vertx = vertx;
    this.config = config;
  }

  /** A use of a script's table. The table is not held afterwards. */
  interface TableUse {
    /**
     * Uses a table. Called once for a script, on the thread that found the table.
     *
     * @param script the script's index in the profile
     */
    ScriptReport use(int script, Found found);
  }

  /**
   * Resolves the scripts of a profile. Called on a worker thread.
   *
   * @param release the release of scripts whose release the profile does not name; null for any
   * @return a future that is done immediately if every script is known, else on another worker
   *     thread, at the deadline at the latest; past the deadline, only known scripts are resolved
   */
  CompletableFuture<ResolvedScripts> resolve(
      Profile profile, @Nullable String release, TableUse use, RequestContext context) {
    EmbeddedScripts embedded = new EmbeddedScripts(scripts, profile, context);
    ScriptSearch search =
        new ScriptSearch(config.maxScripts(), ScriptReport::isMismatch, embedded, use, context);
    for (ProfileFrame frame : profile.frames()) {
      if (frame.hasPosition() && !search.has(frame.script())) {
        search.add(frame.script(), WantedScript.of(profile, frame.script(), release));
      }
    }
    return search.results();
  }

  /**
   * Resolves the scripts of a list, and waits for the origin of each stale one.
   *
   * @return like {@link #resolve(Profile, String, TableUse, RequestContext)}
   */
  CompletableFuture<ResolvedScripts> resolve(List<WantedScript> wanted, RequestContext context) {
    TableUse use = (script, found) -> found.report();
    ScriptSearch search =
        new ScriptSearch(
            wanted.size(),
            report -> true,
            new EmbeddedScripts(scripts, null, context),
            use,
            context);
    for (int i = 0; i < wanted.size(); i++) {
      search.add(i, wanted.get(i));
    }
    return search.results();
  }

  /** The scripts of one request. */
  private final class ScriptSearch {
    private final int maxScripts;
    private final Predicate<ScriptReport> isToBeRenewed;
    private final EmbeddedScripts embedded;
    private final TableUse use;
    private final RequestContext context;
    private final Map<Integer, CompletableFuture<ScriptReport>> reports = new LinkedHashMap<>();

    /** The look-ups under way. A finished look-up is removed: its table may be large. */
    private final Map<Integer, CompletableFuture<ScriptResult>> underWay =
        new ConcurrentHashMap<>();

    private final Set<String> origins = new HashSet<>();
    private volatile boolean isOver;

    /**
     * The result of all scripts beyond the limit, shared since a profile can name a hundred
     * thousand.
     */
    private final CompletableFuture<ScriptReport> tooMany;

    /**
     * @param isToBeRenewed tells which reports must not come from a stale table
     * @param embedded the scripts whose maps came with the profile
     */
    ScriptSearch(
        int maxScripts,
        Predicate<ScriptReport> isToBeRenewed,
        EmbeddedScripts embedded,
        TableUse use,
        RequestContext context) {
      this.maxScripts = maxScripts;
      this.isToBeRenewed = isToBeRenewed;
      this.embedded = embedded;
      this.use = use;
      this.context = context;
      tooMany =
          failed(
              ScriptStatus.SKIPPED,
              "The profile names more scripts than symbolicator.symbolication.max-scripts ("
                  + maxScripts
                  + ") allows in one request.");
    }

    boolean has(int script) {
      return reports.containsKey(script);
    }

    void add(int script, WantedScript wanted) {
      reports.put(script, find(script, wanted));
    }

    CompletableFuture<ResolvedScripts> results() {
      CompletableFuture<Void> all =
          CompletableFuture.allOf(reports.values().toArray(CompletableFuture[]::new));
      if (all.isDone()) {
        return CompletableFuture.completedFuture(resolved(reports));
      }
      long millis = Math.max(1, context.deadline().left().toMillis());
      long timer = vertx.setTimer(millis, over -> giveUp());
      return all.whenComplete((done, fault) -> vertx.cancelTimer(timer))
          .thenApplyAsync(done -> resolved(reports), Infrastructure.getDefaultWorkerPool());
    }

    private void giveUp() {
      isOver = true;
      underWay.values().forEach(result -> result.complete(pending()));
    }

    private CompletableFuture<ScriptReport> find(int script, WantedScript wanted) {
      if (reports.size() >= maxScripts) {
        return tooMany;
      }
      String url = wanted.url();
      Consumer<CompletableFuture<ScriptResult>> load = embedded.find(script, url);
      if (load != null) {
        CompletableFuture<ScriptResult> result = new CompletableFuture<>();
        CompletableFuture<ScriptReport> report = used(script, result, null);
        load.accept(result);
        return report;
      }
      if (DataUrl.is(url)) {
        return used(script, scripts.findData(context.scope(), url), null);
      }
      if (url.length() > LONGEST_URL) {
        return failed(
            ScriptStatus.UNSUPPORTED,
            "The URL is longer than " + LONGEST_URL + " characters, so nothing is fetched.");
      }
      if (!context.take(LOOKUP_BYTES + (long) BYTES_PER_URL_CHARACTER * url.length())) {
        return CompletableFuture.completedFuture(OUT_OF_MEMORY.report());
      }
      WebUrl parsed = WebUrl.parse(url);
      if (parsed == null) {
        return failed(
            ScriptStatus.UNSUPPORTED,
            "The script's name is not a valid URL, so nothing is fetched. Name the script by its URL.");
      }
      if (parsed.scheme().equals("wasm") || parsed.path().endsWith(".wasm")) {
        return failed(
            ScriptStatus.UNSUPPORTED,
            "WebAssembly is not symbolicated: its columns are bytes of a module.");
      }
      if (parsed.isHttp()
          && !origins.contains(parsed.origin())
          && origins.size() >= config.maxOrigins()) {
        return failed(
            ScriptStatus.SKIPPED,
            "The scripts are of more origins than symbolicator.symbolication.max-origins ("
                + config.maxOrigins()
                + ") allows in one request.");
      }
      if (parsed.isHttp()) {
        origins.add(parsed.origin());
      }
      ScriptRef ref =
          new ScriptRef(
              context.scope(),
              parsed.withoutFragment(),
              wanted.release(),
              wanted.debugId(),
              wanted.sha256());
      return used(script, scripts.find(ref), () -> scripts.findRenewed(ref));
    }

    /**
     * Uses a table on the thread that found the table, so no more tables are read than can be used.
     * An event loop hands this work over to a worker thread.
     *
     * @param renewed finds the script again once its origin has answered; null if a stale table is
     *     good enough
     */
    private CompletableFuture<ScriptReport> used(
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
                    .thenCompose(report -> orRenewed(script, found, report, renewed))
                : orRenewed(script, found, used(script, found), renewed);
          });
    }

    private ScriptReport used(int script, ScriptResult result) {
      return result instanceof Found found ? use.use(script, found) : result.report();
    }

    private CompletableFuture<ScriptReport> orRenewed(
        int script,
        ScriptResult result,
        ScriptReport report,
        @Nullable Supplier<CompletableFuture<ScriptResult>> renewed) {
      return renewed != null
              && result instanceof Found found
              && found.isStale()
              && isToBeRenewed.test(report)
          ? used(script, renewed.get(), null)
          : CompletableFuture.completedFuture(report);
    }
  }

  private Failed pending() {
    return Failed.passing(
        ScriptStatus.PENDING,
        "The script was still being loaded after "
            + config.deadline().toMillis()
            + " ms. Send the profile again for a complete answer.");
  }

  private static CompletableFuture<ScriptReport> failed(ScriptStatus status, String detail) {
    return CompletableFuture.completedFuture(ScriptReport.lasting(status, null, detail));
  }

  private static ResolvedScripts resolved(Map<Integer, CompletableFuture<ScriptReport>> reports) {
    Map<Integer, ScriptReport> resolved = new LinkedHashMap<>();
    reports.forEach((script, report) -> resolved.put(script, report.join()));
    return new ResolvedScripts(resolved);
  }
}
