package dev.symbolicator.sources;

import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.FetchResult;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.fetch.PassingFailure;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceTexts;
import dev.symbolicator.threads.Slots.Turn;
import dev.symbolicator.url.WebUrl;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
      FetchResult late = new PassingFailure.TimedOut(limits.timeout().toMillis());
      for (int i = fetches.size() - 1; i >= 0; i--) {
        fetches.get(i).complete(late);
      }
    }
  }
}
