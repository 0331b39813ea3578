package dev.symbolicator.sources;

import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.fetch.FetchGrants;
import dev.symbolicator.fetch.FetchLimits;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * Describes which texts of original sources a script gets, so that symbols made under other rules
 * can be told apart.
 */
@ApplicationScoped
public class SourceRules {
  private final String settings;
  private final String grants;
  private final boolean fetches;

  /** The rules of the service. */
  @Inject
  public SourceRules(SourcesConfig config, FetchConfig fetch) {
    this(config, fetch, SourceLimits.DEFAULT, FetchLimits.DEFAULT);
  }

  /** Rules with limits of their own, for tests. */
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
   * Returns the part that the configuration decides. Limits that only delay a source are no part of
   * it: symbols that lack delayed sources are not kept.
   */
  public String settings() {
    return settings;
  }

  /**
   * Returns everything that decides on the sources of one script. Where sources are fetched, that
   * includes the script's origin and the grants of fetches. Another origin's copy of the script can
   * name the same map, and may be refused the sources.
   *
   * @param script the script's final URL
   */
  public String of(WebUrl script) {
    return fetches ? String.join(",", settings, grants, script.origin()) : settings;
  }
}
