package dev.symbolicator.sources;

import dev.symbolicator.fetch.FetchRequest;
import dev.symbolicator.fetch.FetchResult;
import dev.symbolicator.fetch.Fetched;
import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.sourcemap.MappingCursor;
import dev.symbolicator.sourcemap.SourceMap;
import dev.symbolicator.sourcemap.SourceTexts;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds the texts of original sources: in the source map, else, where the operator wants it, at
 * their URLs. What cannot be had is left out; a script is never refused for it.
 */
@ApplicationScoped
public class OriginalSourceLoader {
  private final Fetcher fetcher;
  private final SourcesConfig config;

  OriginalSourceLoader(Fetcher fetcher, SourcesConfig config) {
    this.fetcher = fetcher;
    this.config = config;
  }

  /**
   * Finds the texts of a map's sources.
   *
   * @return completes with texts that the caller closes, never exceptionally
   */
  public CompletableFuture<OriginalTexts> of(SourceMap map, SourceTexts texts) {
    Map<Integer, Fetched> fetched = new ConcurrentHashMap<>();
    List<CompletableFuture<?>> fetches = new ArrayList<>();
    if (config.fetch()) {
      AtomicLong room = new AtomicLong(config.maxSize().asLongValue());
      missing(map, texts).stream()
          .limit(config.maxCount())
          .forEach(source -> fetches.add(fetch(source, map, room, fetched)));
    }
    return CompletableFuture.allOf(fetches.toArray(CompletableFuture[]::new))
        .thenApply(done -> new OriginalTexts(texts, fetched));
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

  private CompletableFuture<?> fetch(
      int source, SourceMap map, AtomicLong room, Map<Integer, Fetched> fetched) {
    WebUrl url = url(map.sourceUrl(source));
    return url == null
        ? CompletableFuture.completedFuture(null)
        : fetcher
            .fetch(new FetchRequest(url, FetchRequest.Kind.SOURCE))
            .thenAccept(result -> keep(source, result, room, fetched));
  }

  private static @Nullable WebUrl url(@Nullable String source) {
    WebUrl url = source == null ? null : WebUrl.parse(source);
    return url == null || !url.isHttp() ? null : url.withoutFragment();
  }

  private static void keep(
      int source, FetchResult result, AtomicLong room, Map<Integer, Fetched> fetched) {
    if (!(result instanceof Fetched file)) {
      return;
    }
    if (room.addAndGet(-file.body().length) < 0) {
      file.close();
    } else {
      fetched.put(source, file);
    }
  }
}
