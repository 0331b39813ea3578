package dev.symbolicator.sources;

import dev.symbolicator.fetch.FetchFailure;
import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.FetchResult;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceTexts;
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
 * Finds the texts of original sources: in the source map, else, where the operator wants it, at
 * their URLs. What cannot be had is left out; a script is never refused for it.
 *
 * <p>A map of a few hundred bytes can name hundreds of URLs. So that nobody has an origin hammered
 * by way of this service, each URL is asked for once for a script, only at the origins that {@link
 * FetchRequest.Kind#SOURCE} allows, and no origin for more than so many at once. And so that slow
 * origins do not have a script and its map kept in memory, all of its sources share one time.
 */
@ApplicationScoped
public class OriginalSourceLoader {
  private final Vertx vertx;
  private final Fetcher fetcher;
  private final boolean isFetching;
  private final SourceLimits limits;
  private final ConcurrentMap<String, Integer> pendingByOrigin = new ConcurrentHashMap<>();

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
   * @param namedBy the final URLs of the script and, unless it is inline, of the map
   * @return completes with texts that the caller closes, never exceptionally
   */
  public CompletableFuture<AvailableSources> of(
      SourceMap map, SourceTexts texts, List<WebUrl> namedBy) {
    if (!isFetching) {
      return CompletableFuture.completedFuture(AvailableSources.embedded(texts));
    }
    Wanted wanted = wanted(map, texts, namedBy);
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
   * What is asked for.
   *
   * @param files by what is asked for their numbers
   * @param fileOf for each source its file's number, -1 for none; there may be very many sources
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
  private record Wanted(Map<FetchRequest, Integer> files, int[] fileOf) {}

  private Wanted wanted(SourceMap map, SourceTexts texts, List<WebUrl> namedBy) {
    Map<FetchRequest, Integer> files = new LinkedHashMap<>();
    int[] fileOf = new int[map.sourceCount()];
    Arrays.fill(fileOf, -1);
    BitSet missing = missing(map, texts);
    for (int source = missing.nextSetBit(0); source >= 0; source = missing.nextSetBit(source + 1)) {
      FetchRequest request = request(map.sourceUrl(source), namedBy);
      if (request != null
          && (files.size() < limits.count() || files.containsKey(request))
          && fetcher.refuse(request) == null) {
        fileOf[source] = files.computeIfAbsent(request, first -> files.size());
      }
    }
    return new Wanted(files, fileOf);
  }

  /** The sources that segments point into and whose texts the map does not hold. */
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

  private static @Nullable FetchRequest request(@Nullable String source, List<WebUrl> namedBy) {
    WebUrl url = source == null ? null : WebUrl.parse(source);
    return url == null || !url.isHttp()
        ? null
        : FetchRequest.source(url.withoutFragment(), namedBy);
  }

  private static Map<String, Map<FetchRequest, Integer>> byOrigin(
      Map<FetchRequest, Integer> files) {
    Map<String, Map<FetchRequest, Integer>> byOrigin = new LinkedHashMap<>();
    files.forEach(
        (request, file) ->
            byOrigin
                .computeIfAbsent(request.url().origin(), first -> new LinkedHashMap<>())
                .put(request, file));
    return byOrigin;
  }

  /** Whether so many more may be asked for. A script that is alone may always: it has a limit. */
  private boolean enter(String origin, int count) {
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

  private void leave(String origin) {
    pendingByOrigin.computeIfPresent(origin, (same, pending) -> pending == 1 ? null : pending - 1);
  }

  /** The sources of one script. */
  private final class SourceSearch {
    private final FetchedTexts texts = new FetchedTexts(limits.bytes());
    private final List<CompletableFuture<FetchResult>> fetches = new ArrayList<>();
    private final List<CompletableFuture<?>> ends = new ArrayList<>();

    void begin(String origin, Map<FetchRequest, Integer> files) {
      if (enter(origin, files.size())) {
        files.forEach((request, file) -> begin(origin, request, file));
      } else {
        files.values().forEach(file -> texts.lack(file, true));
      }
    }

    private void begin(String origin, FetchRequest request, int file) {
      CompletableFuture<FetchResult> fetch = fetcher.fetch(request);
      fetches.add(fetch);
      ends.add(
          fetch.thenAccept(
              result -> {
                leave(origin);
                texts.add(file, result);
              }));
    }

    /** Completes when all have ended, at the latest when their time is over. */
    CompletableFuture<FetchedTexts> end() {
      long timer = vertx.setTimer(limits.timeout().toMillis(), over -> giveUp());
      return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new))
          .thenApply(
              all -> {
                vertx.cancelTimer(timer);
                return texts;
              });
    }

    /** The last ones first: they may wait for what the first ones leave, and would begin then. */
    private void giveUp() {
      FetchResult late = new FetchFailure.TimedOut(limits.timeout().toMillis());
      for (int i = fetches.size() - 1; i >= 0; i--) {
        fetches.get(i).complete(late);
      }
    }
  }
}
