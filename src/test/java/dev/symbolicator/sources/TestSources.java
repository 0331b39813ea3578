package dev.symbolicator.sources;

import dev.symbolicator.fetch.Fetcher;
import io.vertx.core.Vertx;

/** Opens this room's constructor to the tests of other rooms. */
public final class TestSources {
  private TestSources() {}

  public static OriginalSourceLoader of(
      Vertx vertx, Fetcher fetcher, SourcesConfig config, SourceLimits limits) {
    return new OriginalSourceLoader(vertx, fetcher, config, limits);
  }
}
