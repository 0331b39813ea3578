package dev.symbolicator.sources;

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
 * Finds the texts of original sources in the source map or, if the operator allows fetching, at
 * their URLs. A missing text is left out; a script is never refused because of missing texts.
 *
 * <p>A map of a few hundred bytes can name hundreds of URLs, and must not turn this service against
 * an origin. So each URL is fetched once per script, and only from the origins that {@link
 * FetchRequest.FileKind#SOURCE} allows. No origin is asked for more than a fixed number of sources
 * at once. All sources of a script share one time limit, since script and map stay in memory
 * meanwhile.
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
   * Finds the texts of a map's sources.
   *
   * @param scope the tenant whose share of the fetches is used
   * @param namedBy the final URLs of the script and, unless it is inline, of the map; empty if
   *     nothing may be fetched
   * @return a future of texts that the caller closes; the future never fails
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

  /**
   * The files to fetch.
   *
   * @param files each file's request and number
   * @param fileOf for each source the number of its file, -1 for none; there may be very many
   *     sources
   */
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

  /**
   * Reserves a number of fetches. A script that is alone at its origin always may fetch, within the
   * limit of one script.
   */
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

  /** The sources of one script. */
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

    /**
     * Returns a future that is done when all fetches have ended, at the latest when their time is
     * over.
     */
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
   * The fixed limits of fetching original sources.
   *
   * @param count how many sources are fetched for one script; a file that is named many times
   *     counts once
   * @param pendingPerOrigin how many sources of one origin may be fetched at once, for all scripts
   *     together; a script beyond this limit is compiled without its sources, and again soon after
   * @param timeout how long the sources of one script may take together, including queueing
   * @param bytes how many bytes the inflated sources of one script may have together
   */
  public record SourceLimits(int count, int pendingPerOrigin, Duration timeout, long bytes) {

    /** The limits of the service; tests use others. */
    public static final SourceLimits DEFAULT =
        new SourceLimits(200, 500, Duration.ofSeconds(10), 16 << 20);
  }

  /** Configures the treatment of original sources whose text is not in the source map. */
  @ConfigMapping(prefix = "symbolicator.sources")
  public interface SourcesConfig {

    /**
     * Tells whether such sources are fetched from their URLs. Sources are fetched only from the
     * origin of the script, the origin of the map, and allowed origins other than {@code *}.
     */
    @WithDefault("false")
    boolean fetch();
  }

  /**
   * Collects the fetched sources of one script. Sources are kept in the order of their numbers
   * while they fit together. The first source that does not fit is left out, and so are all after
   * it. So the order of arrival does not decide which sources are kept. Thread-safe.
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

    /**
     * Notes a missing source that may be there later.
     *
     * @param isPassing whether the source may be there soon, without anyone's action
     */
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

    /** Tells whether such a source may be there soon, without anyone's action. */
    synchronized boolean lackSomeForNow() {
      return firstPassing < firstLeftOut;
    }

    /** Returns the kept sources by their numbers, once all have arrived. */
    synchronized Map<Integer, Fetched> kept() {
      return Collections.unmodifiableMap(kept);
    }
  }

  /**
   * Describes the rules by which a script gets the texts of its original sources, so symbols made
   * under other rules can be told apart.
   */
  @ApplicationScoped
  public static class SourceRules {
    private final String settings;
    private final String grants;
    private final boolean fetches;

    /** Takes the rules of the service. */
    @Inject
    public SourceRules(SourcesConfig config, FetchConfig fetch) {
      this(config, fetch, SourceLimits.DEFAULT, FetchLimits.DEFAULT);
    }

    /** Takes limits too, for tests. */
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
     * Returns the rules that follow from the configuration. Limits that only delay a source are
     * left out, since symbols that lack delayed sources are not stored.
     */
    public String settings() {
      return settings;
    }

    /**
     * Returns all rules that decide on the sources of one script. If sources are fetched, the rules
     * include the script's origin and the grants of fetches: a copy of the script at another origin
     * can name the same map, but may be refused the sources.
     *
     * @param script the script's final URL
     */
    public String of(WebUrl script) {
      return fetches ? String.join(",", settings, grants, script.origin()) : settings;
    }
  }
}
