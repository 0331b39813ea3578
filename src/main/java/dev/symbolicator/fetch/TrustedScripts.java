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
 * Whose word counts with an origin that the operator grants more than a star does: headers, private
 * addresses, a port of its own. A script from anywhere can say that its map is there, at any path,
 * and would spend the operator's grants if it were simply asked for.
 *
 * <p>An origin's own files count always. Those of other origins count if an entry {@code
 * symbolicator.fetch.origin.*.scripts-from} for the origin lists them, or, where it says {@code
 * listed}, if the operator lists them at all: in allowed-origins otherwise than by a star, or with
 * an entry.
 */
final class TrustedScripts {
  private static final List<String> LISTED = List.of("listed");

  private final AllowedOrigins allowed;
  private final Set<String> withEntry = new HashSet<>();
  private final Map<String, AllowedOrigins> scriptsFrom = new HashMap<>();

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if it has no origin where one should be; the message names it
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

  /** Whether the operator lists an origin, otherwise than by a star. */
  boolean isListed(WebUrl url) {
    return allowed.isListed(url) || withEntry.contains(url.origin());
  }

  /** Whether all of these files may say what is asked for at a URL's origin. */
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
