package dev.symbolicator.symbolication;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.StoredMap.ReadableContent;
import dev.symbolicator.places.ScriptPlaces;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.Profile.EmbeddedScript;
import dev.symbolicator.profile.Profile.EmbeddedScript.EmbeddedFile;
import dev.symbolicator.profile.Profile.ProfileFrame;
import dev.symbolicator.profile.Profile.ScriptBuild;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.multipart.ProfileForm.MapPart;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.script.StoredScripts.EmbeddedMap;
import dev.symbolicator.sourcemap.link.DebugId;
import dev.symbolicator.symbolication.ScriptUrls.RecentUrls;
import dev.symbolicator.symbolication.ScriptUrls.RecentUrls.RecentUrl;
import dev.symbolicator.symbolication.ScriptUrls.UnusableUrl;
import dev.symbolicator.symbolication.ScriptUrls.UrlCheck;
import dev.symbolicator.symbolication.ScriptUrls.UsableUrl;
import dev.symbolicator.symbolication.SymbolicationOptions.GivenBuilds;
import dev.symbolicator.symbolication.SymbolicationReport.ResolvedScripts;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.symbolication.Symbolicator.SymbolicationConfig;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.threads.Spans;
import dev.symbolicator.url.DataUrl;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Looks up all scripts of a profile at once; those not there by the deadline stay pending. If a
 * profile does not match a table, either may be outdated, and the look-up waits for the origin.
 *
 * <p>The limits also count what is in memory, so a profile gets the same answer cold and warm, and
 * its sender does not learn which scripts others have posted.
 */
@Singleton
public class ScriptResolver {
  /** The time at the end of a shutdown that writing the answers takes. */
  private static final Duration TO_ANSWER = Duration.ofSeconds(1);

  private static final Failed SHUTTING_DOWN =
      Failed.passing(
          ScriptStatus.PENDING,
          "The script was still being loaded when the service was stopped. Send the profile again"
              + " for a complete answer.");

  private final ScriptPlaces scripts;
  private final Vertx vertx;
  private final SymbolicationConfig config;
  private final Failed pending;

  private final Set<ScriptSearch> waiting = ConcurrentHashMap.newKeySet();

  private final RecentUrls recentUrls = new RecentUrls();

  ScriptResolver(ScriptPlaces scripts, Vertx vertx, SymbolicationConfig config) {
    this.scripts = scripts;
    this.vertx = vertx;
    this.config = config;
    pending =
        Failed.passing(
            ScriptStatus.PENDING,
            "The script was still being loaded after "
                + config.deadline().toMillis()
                + " ms. Send the profile again for a complete answer.");
  }

  /** Lets requests wait as long as the service runs: {@code quarkus.shutdown.*}. */
  void endWith(
      @Observes ShutdownDelayInitiatedEvent shutdown,
      @ConfigProperty(name = "quarkus.shutdown.delay", defaultValue = "0") Duration delay,
      @ConfigProperty(name = "quarkus.shutdown.timeout", defaultValue = "0") Duration timeout) {
    Duration left = delay.plus(timeout).minus(TO_ANSWER);
    if (left.isNegative() || left.isZero()) {
      return;
    }
    long unused =
        vertx.setTimer(
            left.toMillis(), now -> waiting.forEach(search -> search.end(SHUTTING_DOWN)));
  }

  interface TableUse {
    /** Uses a table. Called once for a script, on the thread that found the table. */
    ScriptReport use(int script, Found found);
  }

  /**
   * Resolves a profile's scripts, by the maps that were sent with the profile, and by the given
   * builds where the profile names none: immediately if all are known, else on a worker thread, at
   * the deadline at the latest.
   */
  CompletableFuture<ResolvedScripts> resolve(
      Profile profile, GivenBuilds given, SentMaps maps, TableUse use, RequestContext context) {
    EmbeddedScripts embedded = new EmbeddedScripts(scripts, profile, maps, context);
    ScriptSearch search =
        new ScriptSearch(config.maxScripts(), embedded, use, this::orChecked, context);
    BitSet isAdded = new BitSet();
    for (ProfileFrame frame : profile.frames()) {
      if (frame.hasPosition() && !isAdded.get(frame.script())) {
        isAdded.set(frame.script());
        search.add(frame.script(), WantedScript.of(profile, frame.script(), given));
      }
    }
    return search.results();
  }

  /** Tells whether all scripts are fresh in memory. One with a build may need uploads. */
  boolean knows(Profile profile, GivenBuilds given, RequestContext context) {
    BitSet known = new BitSet();
    for (ProfileFrame frame : profile.frames()) {
      if (frame.hasPosition() && !known.get(frame.script())) {
        if (!knows(WantedScript.of(profile, frame.script(), given), context.scope())) {
          return false;
        }
        known.set(frame.script());
      }
    }
    return true;
  }

  private boolean knows(WantedScript wanted, String scope) {
    RecentUrl url = recentUrls.get(wanted.url());
    return url != null
        && wanted.isOfAnyBuild()
        && scripts.isFresh(new ScriptRef(scope, url.url(), null, null, null));
  }

  /** Looks up scripts, and waits for origins of stale ones. On a worker, until the deadline. */
  public CompletableFuture<List<SymbolicationReport.ScriptEntry>> warm(
      List<WantedScript> wanted, RequestContext context) {
    List<String> urls = wanted.stream().map(WantedScript::url).toList();
    return warm(wanted, (script, found) -> found.report(), context)
        .thenApply(resolved -> resolved.reportOf(urls));
  }

  /** Looks one script up like {@link #warm}, and returns its table too. */
  public CompletableFuture<OpenedScript> open(WantedScript wanted, RequestContext context) {
    AtomicReference<@Nullable Found> last = new AtomicReference<>();
    TableUse use =
        (script, found) -> {
          last.set(found);
          return found.report();
        };
    return warm(List.of(wanted), use, context)
        .thenApply(
            resolved -> {
              ScriptReport report = Objects.requireNonNull(resolved.reports().get(0));
              Found found = last.get();
              return new OpenedScript(
                  resolved.reportOf(List.of(wanted.url())).get(0),
                  report,
                  found != null && found.report().equals(report) ? found.symbols() : null);
            });
  }

  /** A script that was looked up; {@code symbols} is null if there is no table, or not yet. */
  public record OpenedScript(
      SymbolicationReport.ScriptEntry entry, ScriptReport report, @Nullable SymbolTable symbols) {}

  private CompletableFuture<ResolvedScripts> warm(
      List<WantedScript> wanted, TableUse use, RequestContext context) {
    ScriptSearch search =
        new ScriptSearch(
            wanted.size(),
            new EmbeddedScripts(scripts, null, SentMaps.NONE, context),
            use,
            (ref, found, report) -> found.isStale() ? scripts.findRenewed(ref) : null,
            context);
    for (int i = 0; i < wanted.size(); i++) {
      search.add(i, wanted.get(i));
    }
    return search.results();
  }

  private @Nullable CompletableFuture<ScriptResult> orChecked(
      ScriptRef ref, Found found, ScriptReport report) {
    if (!report.isMismatch()) {
      return null;
    }
    if (found.isStale()) {
      return scripts.findRenewed(ref);
    }
    boolean isOnWeb = found.build() != null;
    return isOnWeb && scripts.mayRevalidate(ref) ? scripts.findChecked(ref) : null;
  }

  /** Finds a script again after its table was used; null if the table is good enough. */
  private interface ScriptRenewal {
    @Nullable CompletableFuture<ScriptResult> of(ScriptRef ref, Found found, ScriptReport report);
  }

  @FunctionalInterface
  private interface Renewal {
    Renewal NONE = (found, report) -> null;

    @Nullable CompletableFuture<ScriptResult> of(Found found, ScriptReport report);
  }

  private final class ScriptSearch {
    private final int maxScripts;
    private final EmbeddedScripts embedded;
    private final TableUse use;
    private final ScriptRenewal renewal;
    private final RequestContext context;
    private final ScriptUrls urls;
    private final Map<Integer, CompletableFuture<ScriptReport>> reports = new LinkedHashMap<>();

    /** The look-ups under way. A finished one is removed: its table may be large. */
    private final Map<Integer, CompletableFuture<ScriptResult>> lookUps = new ConcurrentHashMap<>();

    /** The result of each look-up after the end; null before. */
    private volatile @Nullable Failed end;

    /** The result beyond the limit, shared: a profile can name a hundred thousand scripts. */
    private final CompletableFuture<ScriptReport> tooMany;

    ScriptSearch(
        int maxScripts,
        EmbeddedScripts embedded,
        TableUse use,
        ScriptRenewal renewal,
        RequestContext context) {
      this.maxScripts = maxScripts;
      this.embedded = embedded;
      this.context = context;
      this.use = use;
      this.renewal = renewal;
      urls = new ScriptUrls(context, config.maxOrigins(), recentUrls);
      tooMany =
          CompletableFuture.completedFuture(
              ScriptReport.lasting(
                  ScriptStatus.SKIPPED,
                  null,
                  "The profile names more scripts than symbolicator.symbolication.max-scripts ("
                      + maxScripts
                      + ") allows in one request."));
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
      long timer = vertx.setTimer(millis, over -> end(pending));
      waiting.add(this);
      return all.whenComplete(
              (done, fault) -> {
                waiting.remove(this);
                vertx.cancelTimer(timer);
              })
          .thenApplyAsync(
              done -> resolved(reports), Spans.continuing(Infrastructure.getDefaultWorkerPool()));
    }

    private CompletableFuture<ScriptReport> find(int script, WantedScript wanted) {
      if (reports.size() >= maxScripts) {
        return tooMany;
      }
      String url = wanted.url();
      Consumer<CompletableFuture<ScriptResult>> load = embedded.find(script, url, urls);
      if (load != null) {
        CompletableFuture<ScriptResult> result = new CompletableFuture<>();
        CompletableFuture<ScriptReport> report = report(script, result, Renewal.NONE);
        load.accept(result);
        return report;
      }
      if (DataUrl.is(url)) {
        return report(script, scripts.findData(context.scope(), url), Renewal.NONE);
      }
      UrlCheck check = urls.check(url);
      if (check instanceof UnusableUrl unusable) {
        return CompletableFuture.completedFuture(unusable.report());
      }
      UsableUrl usable = (UsableUrl) check;
      ScriptRef ref =
          new ScriptRef(
              context.scope(),
              usable.url(),
              wanted.release(),
              wanted.debugId(),
              wanted.sha256(),
              usable.isPath());
      return report(script, scripts.find(ref), (found, report) -> renewal.of(ref, found, report));
    }

    /**
     * Uses a table on the thread that found it, so no more are read than can be used, or a worker.
     */
    private CompletableFuture<ScriptReport> report(
        int script, CompletableFuture<ScriptResult> result, Renewal renewal) {
      lookUps.put(script, result);
      Failed pending = end;
      if (pending != null) {
        result.complete(pending);
      }
      boolean isKnown = result.isDone();
      return result.thenCompose(
          found -> {
            lookUps.remove(script);
            return found instanceof Found table && !isKnown && Context.isOnEventLoopThread()
                ? CompletableFuture.supplyAsync(
                        () -> use.use(script, table), Infrastructure.getDefaultWorkerPool())
                    .thenCompose(report -> orRenewed(script, table, report, renewal))
                : orRenewed(script, found, used(script, found), renewal);
          });
    }

    private ScriptReport used(int script, ScriptResult result) {
      return result instanceof Found found ? use.use(script, found) : result.report();
    }

    private CompletableFuture<ScriptReport> orRenewed(
        int script, ScriptResult result, ScriptReport report, Renewal renewal) {
      CompletableFuture<ScriptResult> renewed =
          result instanceof Found found ? renewal.of(found, report) : null;
      return renewed == null
          ? CompletableFuture.completedFuture(report)
          : report(script, renewed, Renewal.NONE);
    }

    private void end(Failed pending) {
      end = pending;
      lookUps.values().forEach(result -> result.complete(pending));
    }
  }

  private static ResolvedScripts resolved(Map<Integer, CompletableFuture<ScriptReport>> reports) {
    Map<Integer, ScriptReport> resolved = new LinkedHashMap<>();
    reports.forEach((script, report) -> resolved.put(script, report.join()));
    return new ResolvedScripts(resolved);
  }

  /** Scripts whose maps came within the profile or beside it. */
  static final class EmbeddedScripts {
    /** The base of scripts without one; their sources stay as the map writes them. */
    private static final WebUrl NO_PLACE = Objects.requireNonNull(WebUrl.parse("data:,"));

    private static final Failed UNREADABLE =
        Failed.passing(
            ScriptStatus.UNREACHABLE,
            "The source map that came with the profile cannot be read now. Send the profile again"
                + " later.");

    private final ScriptPlaces places;
    private final @Nullable Profile profile;
    private final SentMaps sent;
    private final RequestContext context;

    /** Maps within a profile, which may be large, are loaded one by one: one compiler is busy. */
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    EmbeddedScripts(
        ScriptPlaces places, @Nullable Profile profile, SentMaps sent, RequestContext context) {
      this.places = places;
      this.profile = profile;
      this.sent = sent;
      this.context = context;
    }

    /** Returns what completes a result by loading a script; null if no map came for it. */
    @Nullable Consumer<CompletableFuture<ScriptResult>> find(
        int script, String url, ScriptUrls urls) {
      MapPart part = sent.of(script);
      if (part != null) {
        return load(map(part, url, urls), url, false);
      }
      try {
        EmbeddedScript embedded = profile == null ? null : profile.embedded(script);
        return embedded == null ? null : load(map(embedded, url), url, true);
      } catch (IOException unreadable) {
        return result -> result.complete(UNREADABLE);
      }
    }

    private static EmbeddedMap map(EmbeddedScript embedded, String url) {
      EmbeddedFile text = embedded.text();
      return new EmbeddedMap(
          baseUrl(embedded.sourceMapUrl(), url),
          content(embedded.map()),
          text == null ? null : content(text),
          null,
          EmbeddedMap.EMBEDDED,
          "The source map came with the profile. ");
    }

    private static EmbeddedMap map(MapPart part, String url, ScriptUrls urls) {
      EmbeddedFile script = part.script();
      return new EmbeddedMap(
          baseUrl(null, url),
          content(part),
          script == null ? null : content(script),
          urls.check(url) instanceof UsableUrl usable && usable.url().isHttp()
              ? usable.url()
              : null,
          part.path(),
          "The source map “%s” came with the request. ".formatted(part.path()));
    }

    private Consumer<CompletableFuture<ScriptResult>> load(
        EmbeddedMap map, String url, boolean isInTurn) {
      return ScriptUrls.takeMemory(context, url)
          ? result -> load(map, isInTurn, result)
          : result -> result.complete(ScriptUrls.OUT_OF_MEMORY);
    }

    private void load(
        EmbeddedMap embedded, boolean isInTurn, CompletableFuture<ScriptResult> result) {
      AtomicReference<@Nullable EmbeddedMap> map = new AtomicReference<>(embedded);
      // A compilation may wait for long after the deadline, and must not hold the profile
      // meanwhile.
      CompletableFuture<?> unused = result.whenComplete((done, fault) -> map.set(null));
      CompletableFuture<Void> before =
          isInTurn ? last : CompletableFuture.<Void>completedFuture(null);
      last = after(before, places, context.scope(), map, result);
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

  /** A script as the request spells it, maybe no valid URL, and its build if known. */
  public record WantedScript(
      String url, @Nullable String release, @Nullable String debugId, @Nullable String sha256) {

    public WantedScript(String url, @Nullable String release, @Nullable String debugId) {
      this(url, release, debugId, null);
    }

    /** Returns a profile's script. What is given is for those of which the profile names none. */
    static WantedScript of(Profile profile, int index, GivenBuilds given) {
      ScriptBuild build = profile.build(index);
      String url = profile.scripts().get(index);
      String debugId = build.debugId() == null ? given.debugIds().get(url) : build.debugId();
      return new WantedScript(
          url,
          build.release() == null ? given.release() : build.release(),
          debugId == null ? null : canonicalDebugId(debugId),
          build.sha256());
    }

    boolean isOfAnyBuild() {
      return release == null && debugId == null && sha256 == null;
    }

    /** Returns a debug ID in lower case with hyphens; null if the text is no UUID. */
    public static @Nullable String canonicalDebugId(String text) {
      return DebugId.canonical(text);
    }

    /** Returns the most UTF-16 units of a release. */
    public static int maxReleaseLength() {
      return ProfileLimits.DEFAULT.maxReleaseLength();
    }

    /** Tells whether a text can be a release: neither empty nor too long, without controls. */
    public static boolean isRelease(String text) {
      return ProfileLimits.DEFAULT.allowsRelease(text);
    }
  }
}
