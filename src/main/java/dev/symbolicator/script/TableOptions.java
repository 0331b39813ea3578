package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchConfig;
import dev.symbolicator.fetch.FetchGrants;
import dev.symbolicator.sources.SourcesConfig;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * What decides on a compiled script beside the script and its map: with another limit more or fewer
 * of its names may be had. Limits that only have a script compiled again soon after are no part of
 * it, since what is made under them is not kept.
 */
@ApplicationScoped
class TableOptions {
  private final boolean fetchesSources;
  private final String settings;
  private final String grants;

  TableOptions(ScriptConfig config, SourcesConfig sources, FetchConfig fetch) {
    fetchesSources = sources.fetch();
    grants = FetchGrants.digest(fetch);
    settings =
        config.maxNameLength()
            + (fetchesSources
                ? ",%d,%d,%d"
                    .formatted(
                        sources.maxCount(),
                        sources.maxSize().asLongValue(),
                        fetch.maxSourceSize().asLongValue())
                : "");
  }

  /** The configuration's part in it. */
  String settings() {
    return settings;
  }

  /** What script, map and sources are fetched under: {@link FetchGrants#digest}. */
  String grants() {
    return grants;
  }

  /**
   * All of it. Sources are asked for with what the script's origin may, and with what is granted to
   * it now: somebody else's copy of a script can name the same map, and a table that lacks the
   * sources refused to it is no other script's; nor has a table names of sources that were fetched
   * under other grants.
   */
  String of(MapFile map) {
    return fetchesSources
        ? String.join(",", settings, grants, map.namedBy().get(0).origin())
        : settings;
  }
}
