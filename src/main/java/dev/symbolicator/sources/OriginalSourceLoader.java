package dev.symbolicator.sources;

import dev.symbolicator.config.Converters.TrueOrFalse;
import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.fetch.FetchConfig.FetchLimits;
import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchGrants;
import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.FetchResult;
import dev.symbolicator.fetch.FetchResult.Fetched;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceMap.MappingCursor;
import dev.symbolicator.sourcemap.SourceTexts;
import dev.symbolicator.threads.Slots.Turn;
import dev.symbolicator.url.WebUrl;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Finds the texts of original sources in the map or, if the operator allows, at their URLs; a
 * script is never refused because of missing texts.
 *
 * <p>A small map can name hundreds of URLs, and must not turn this service against an origin: each
 * URL is fetched once per script, only from origins that {@link FetchRequest.FileKind#SOURCE}
 * allows, and a fixed number per origin at once. All sources of a script share one time limit.
 */
@ApplicationScoped
public class OriginalSourceLoader {
  private final Vertx vertx;
  private final Fetcher fetcher;
  private final boolean isFetching;
  private final SourceLimits limits;
  private final ConcurrentMap<Turn, Integer> pendingByOrigin = new ConcurrentHashMap<>();

  @Inject
  OriginalSourceLoader(Vertx vertx, Fetcher fetcher, SourcesConfig config) {
    this(vertx, fetcher, config, SourceLimits.DEFAULT);
  }

  OriginalSourceLoader(Vertx vertx, Fetcher fetcher, SourcesConfig config, SourceLimits limits) {
    this.vertx = vertx;
    this.fetcher = fetcher;
    this.limits = limits;
    isFetching = config.fetch();
  }

  /**
   * Finds the texts of a map's sources, which the caller closes; never fails.
   *
   * @param namedBy the final URLs of the script and, unless inline, of the map; empty to fetch none
   */
  public CompletableFuture<AvailableSources> of(
      String scope, SourceMap map, SourceTexts texts, List<WebUrl> namedBy) {
    if (!isFetching || namedBy.isEmpty()) {
      return CompletableFuture.completedFuture(AvailableSources.embedded(texts));
    }
    Wanted wanted = wanted(scope, map, texts, namedBy);
    SourceSearch search = new SourceSearch();
    byOrigin(wanted.files).forEach(search::begin);
    return search
        .end()
        .thenApply(
            fetched ->
                new AvailableSources(
                    texts,
                    wanted.fileOf,
                    fetched.kept(),
                    fetched.lackSome(),
                    fetched.lackSomeForNow()));
  }

  /** The files to fetch, by request and number, and each source's file number or -1. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Wanted(Map<FetchRequest, Integer> files, int[] fileOf) {}

  private Wanted wanted(String scope, SourceMap map, SourceTexts texts, List<WebUrl> namedBy) {
    Map<FetchRequest, Integer> files = new LinkedHashMap<>();
    int[] fileOf = new int[map.sourceCount()];
    Arrays.fill(fileOf, -1);
    BitSet missing = missing(map, texts);
    for (int source = missing.nextSetBit(0); source >= 0; source = missing.nextSetBit(source + 1)) {
      FetchRequest request = request(scope, map.sourceUrl(source), namedBy);
      if (request != null
          && (files.size() < limits.count() || files.containsKey(request))
          && fetcher.refuse(request) == null) {
        fileOf[source] = files.computeIfAbsent(request, first -> files.size());
      }
    }
    return new Wanted(files, fileOf);
  }

  /** Returns the sources that segments point into and whose texts the map does not hold. */
  private static BitSet missing(SourceMap map, SourceTexts texts) {
    BitSet missing = new BitSet();
    MappingCursor segment = map.mappingsFrom(0, 0);
    while (segment.next()) {
      if (segment.isMapped()) {
        missing.set(segment.source());
      }
    }
    for (int source = missing.nextSetBit(0); source >= 0; source = missing.nextSetBit(source + 1)) {
      missing.set(source, !texts.hasContent(source));
    }
    return missing;
  }

  private static @Nullable FetchRequest request(
      String scope, @Nullable String source, List<WebUrl> namedBy) {
    WebUrl url = source == null ? null : WebUrl.parse(source);
    return url == null || !url.isHttp()
        ? null
        : FetchRequest.source(url.withoutFragment(), namedBy).forScope(scope);
  }

  private static Map<Turn, Map<FetchRequest, Integer>> byOrigin(Map<FetchRequest, Integer> files) {
    Map<Turn, Map<FetchRequest, Integer>> byOrigin = new LinkedHashMap<>();
    files.forEach(
        (request, file) ->
            byOrigin
                .computeIfAbsent(
                    new Turn(request.scope(), request.url().origin()),
                    first -> new LinkedHashMap<>())
                .put(request, file));
    return byOrigin;
  }

  /** Reserves fetches. A script that is alone at its origin always may fetch. */
  private boolean enter(Turn origin, int count) {
    AtomicBoolean entered = new AtomicBoolean();
    pendingByOrigin.compute(
        origin,
        (same, pending) -> {
          boolean free = pending == null || count <= limits.pendingPerOrigin() - pending;
          entered.set(free);
          return free ? (pending == null ? count : pending + count) : pending;
        });
    return entered.get();
  }

  private void leave(Turn origin) {
    pendingByOrigin.computeIfPresent(origin, (same, pending) -> pending == 1 ? null : pending - 1);
  }

  private final class SourceSearch {
    private final FetchedTexts texts = new FetchedTexts(limits.bytes());
    private final List<CompletableFuture<FetchResult>> fetches = new ArrayList<>();
    private final List<CompletableFuture<?>> ends = new ArrayList<>();

    void begin(Turn origin, Map<FetchRequest, Integer> files) {
      if (enter(origin, files.size())) {
        files.forEach((request, file) -> begin(origin, request, file));
      } else {
        files.values().forEach(file -> texts.lack(file, true));
      }
    }

    private void begin(Turn origin, FetchRequest request, int file) {
      CompletableFuture<FetchResult> fetch = fetcher.fetch(request);
      fetches.add(fetch);
      ends.add(
          fetch.thenAccept(
              result -> {
                leave(origin);
                texts.add(file, result);
              }));
    }

    /** Returns a future that is done when all fetches have ended, or their time is over. */
    CompletableFuture<FetchedTexts> end() {
      long timer = vertx.setTimer(limits.timeout().toMillis(), over -> giveUp());
      return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
          .thenApply(
              all -> {
                vertx.cancelTimer(timer);
                return texts;
              });
    }

    /** Ends the last fetches first, since queued fetches would begin once the first ones end. */
    private void giveUp() {
      FetchResult late = FetchFailure.timedOut(limits.timeout().toMillis());
      for (int i = fetches.size() - 1; i >= 0; i--) {
        fetches.get(i).complete(late);
      }
    }
  }

  /**
   * Fixed limits of fetching original sources.
   *
   * @param count sources of one script
   * @param pendingPerOrigin sources of one origin at once, for all scripts; a script beyond is
   *     compiled without its sources, and again soon after
   * @param timeout for all sources of one script, with queueing
   * @param bytes of all sources of one script, inflated
   */
  public record SourceLimits(int count, int pendingPerOrigin, Duration timeout, long bytes) {

    public static final SourceLimits DEFAULT =
        new SourceLimits(200, 500, Duration.ofSeconds(10), 16 << 20);
  }

  @ConfigMapping(prefix = "symbolicator.sources")
  public interface SourcesConfig {

    /** Tells whether to fetch from origins of script and map, and allowed ones but {@code *}. */
    @WithDefault("false")
    @WithConverter(TrueOrFalse.class)
    boolean fetch();
  }

  /**
   * Collects the sources of one script, in the order of their numbers while they fit together,
   * whatever the order of arrival. Thread-safe.
   */
  static final class FetchedTexts {
    private final long maxBytes;
    private final TreeMap<Integer, Fetched> kept = new TreeMap<>();
    private long bytes;
    private int firstLeftOut = Integer.MAX_VALUE;
    private int firstLacking = Integer.MAX_VALUE;
    private int firstPassing = Integer.MAX_VALUE;

    FetchedTexts(long maxBytes) {
      this.maxBytes = maxBytes;
    }

    /** Keeps a text, or closes a text that does not fit. */
    synchronized void add(int file, FetchResult result) {
      if (result instanceof FetchFailure failure && failure.leavesFileUnknown()) {
        lack(file, failure.isPassing());
      } else if (result instanceof Fetched text && file < firstLeftOut) {
        kept.put(file, text);
        bytes += text.body().length;
        leaveOutWhatDoesNotFit();
      } else if (result instanceof Fetched text) {
        text.close();
      }
    }

    private void leaveOutWhatDoesNotFit() {
      while (bytes > maxBytes) {
        firstLeftOut = kept.lastKey();
        Fetched last = Objects.requireNonNull(kept.remove(firstLeftOut));
        bytes -= last.body().length;
        last.close();
      }
    }

    /** Notes a missing source that may be there later, or soon by itself. */
    synchronized void lack(int file, boolean isPassing) {
      firstLacking = Math.min(firstLacking, file);
      if (isPassing) {
        firstPassing = Math.min(firstPassing, file);
      }
    }

    /** Tells whether a missing source may be there later, and would not be left out anyway. */
    synchronized boolean lackSome() {
      return firstLacking < firstLeftOut;
    }

    synchronized boolean lackSomeForNow() {
      return firstPassing < firstLeftOut;
    }

    synchronized Map<Integer, Fetched> kept() {
      return Collections.unmodifiableMap(kept);
    }
  }

  /** The rules for sources, by which symbols made under other rules are told apart. */
  @ApplicationScoped
  public static class SourceRules {
    private final String settings;
    private final String grants;
    private final boolean fetches;

    @Inject
    public SourceRules(SourcesConfig config, FetchConfig fetch) {
      this(config, fetch, SourceLimits.DEFAULT, FetchLimits.DEFAULT);
    }

    public SourceRules(
        SourcesConfig config, FetchConfig fetch, SourceLimits limits, FetchLimits fetchLimits) {
      fetches = config.fetch();
      grants = FetchGrants.digest(fetch);
      settings =
          fetches
              ? "%d,%d,%d".formatted(limits.count(), limits.bytes(), fetchLimits.sourceBytes())
              : "";
    }

    /**
     * Limits that only delay a source are left out: symbols lacking delayed ones are not stored.
     */
    public String settings() {
      return settings;
    }

    /** Returns a script's rules: a copy at another origin may be refused the same sources. */
    public String of(WebUrl script) {
      return fetches ? String.join(",", settings, grants, script.origin()) : settings;
    }
  }
}
