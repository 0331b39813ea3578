package dev.symbolicator.fetch;

import dev.symbolicator.fetch.AllowedOrigins.Reach;
import dev.symbolicator.fetch.FetchConfig.OriginConfig;
import dev.symbolicator.url.WebUrl;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Decides which files may use the operator's grants to an origin beyond what a star allows:
 * headers, private addresses, a port of its own. A script from anywhere can claim that its map is
 * at such an origin, at any path. A plain request for that map would use the grants on behalf of a
 * stranger.
 *
 * <p>An origin's own files may always. Files of other origins may if the origin's {@code
 * symbolicator.fetch.origin.*.scripts-from} lists them, and for no other reason. That both origins
 * are the operator's proves nothing: a script that echoes its query names what a stranger wrote.
 */
final class TrustedScripts {
  private final Map<String, AllowedOrigins> scriptsFrom = new HashMap<>();

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is not an origin; the message names the key
   */
  TrustedScripts(Map<String, OriginConfig> configured) {
    new TreeMap<>(configured)
        .forEach((name, entry) -> add("symbolicator.fetch.origin." + name, entry));
  }

  private void add(String group, OriginConfig entry) {
    String origin = AllowedOrigins.origin(group + ".url", entry.url().strip()).origin();
    String key = group + ".scripts-from";
    scriptsFrom.put(origin, new AllowedOrigins(key, entry.scriptsFrom().orElse(List.of())));
  }

  /** Tells whether all of these files may use the grants to a URL's origin. */
  boolean mayName(WebUrl url, Collection<WebUrl> namedBy) {
    AllowedOrigins others = scriptsFrom.get(url.origin());
    return namedBy.stream()
        .allMatch(
            file ->
                file.origin().equals(url.origin())
                    || (others != null && others.reach(file) != Reach.NOTHING));
  }
}
