package dev.symbolicator.fetch;

import dev.symbolicator.fetch.AllowedOrigins.Reach;
import dev.symbolicator.fetch.FetchConfig.OriginConfig;
import dev.symbolicator.url.WebUrl;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Decides which files may use the operator's grants to an origin beyond what a star allows:
 * headers, private addresses, a port of its own. A script from anywhere can claim that its map is
 * at such an origin, at any path. A plain request for that map would use the grants on behalf of a
 * stranger.
 *
 * <p>An origin's own files may always. Files of other origins may if the origin's {@code
 * symbolicator.fetch.origin.*.scripts-from} lists them. Its value {@code listed} stands for every
 * origin that the operator lists: in allowed-origins other than by a star, or with an entry.
 */
final class TrustedScripts {
  private static final List<String> LISTED = List.of("listed");

  private final AllowedOrigins allowed;
  private final Set<String> withEntry = new HashSet<>();
  private final Map<String, AllowedOrigins> scriptsFrom = new HashMap<>();

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is not an origin; the message names the key
   */
  TrustedScripts(Map<String, OriginConfig> configured, AllowedOrigins allowed) {
    this.allowed = allowed;
    new TreeMap<>(configured)
        .forEach((name, entry) -> add("symbolicator.fetch.origin." + name, entry));
  }

  private void add(String group, OriginConfig entry) {
    String origin = AllowedOrigins.origin(group + ".url", entry.url().strip()).origin();
    withEntry.add(origin);
    if (!entry.scriptsFrom().equals(LISTED)) {
      scriptsFrom.put(origin, new AllowedOrigins(group + ".scripts-from", entry.scriptsFrom()));
    }
  }

  /** Tells whether the operator lists an origin other than by a star. */
  boolean isListed(WebUrl url) {
    return allowed.isListed(url) || withEntry.contains(url.origin());
  }

  /** Tells whether all of these files may use the grants to a URL's origin. */
  boolean mayName(WebUrl url, Collection<WebUrl> namedBy) {
    return namedBy.stream().allMatch(file -> mayName(url, file));
  }

  private boolean mayName(WebUrl url, WebUrl file) {
    if (file.origin().equals(url.origin())) {
      return true;
    }
    AllowedOrigins listed = scriptsFrom.get(url.origin());
    return listed == null ? isListed(file) : listed.reach(file) != Reach.NOTHING;
  }
}
