package dev.symbolicator.sources;

import dev.symbolicator.fetch.Fetcher;
import dev.symbolicator.sources.OriginalSourceLoader.SourceLimits;
import dev.symbolicator.sources.OriginalSourceLoader.SourcesConfig;
import io.vertx.core.Vertx;

/** Opens a constructor of this room to the tests of other rooms. */
public final class TestSources {
  private TestSources() {}

  public static OriginalSourceLoader of(
      Vertx vertx, Fetcher fetcher, SourcesConfig config, SourceLimits limits) {
    return new OriginalSourceLoader(vertx, fetcher, config, limits);
  }
}
