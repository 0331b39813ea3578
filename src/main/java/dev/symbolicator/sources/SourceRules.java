package dev.symbolicator.sources;

import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.fetch.FetchGrants;
import dev.symbolicator.fetch.FetchLimits;
import dev.symbolicator.url.WebUrl;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * Describes the rules by which a script gets the texts of its original sources, so symbols made
 * under other rules can be told apart.
 */
@ApplicationScoped
public class SourceRules {
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
   * Returns the rules that follow from the configuration. Limits that only delay a source are left
   * out, since symbols that lack delayed sources are not stored.
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
