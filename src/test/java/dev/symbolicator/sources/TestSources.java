package dev.symbolicator.sources;

import dev.symbolicator.fetch.Fetcher;

/** Opens this room's constructor to tests of others. */
public final class TestSources {
  private TestSources() {}

  public static OriginalSourceLoader of(Fetcher fetcher, SourcesConfig config) {
    return new OriginalSourceLoader(fetcher, config);
  }
}
