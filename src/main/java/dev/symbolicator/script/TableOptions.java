package dev.symbolicator.script;

import dev.symbolicator.fetch.FetchConfig;
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

  TableOptions(ScriptConfig config, SourcesConfig sources, FetchConfig fetch) {
    fetchesSources = sources.fetch();
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

  /**
   * All of it. Sources are asked for with what the script's origin may: somebody else's copy of a
   * script can name the same map, and a table that lacks the sources refused to it is no other
   * script's.
   */
  String of(MapFile map) {
    return fetchesSources ? settings + "," + map.namedBy().get(0).origin() : settings;
  }
}
