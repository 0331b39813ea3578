package dev.symbolicator.fetch;

import dev.symbolicator.fetch.FetchConfig.OriginConfig;
import dev.symbolicator.url.WebUrl;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A set of origins, written as in {@link FetchConfig#allowedOrigins}. */
final class AllowedOrigins {
  enum Reach {
    NOTHING,
    /** Only a star allows the origin: public addresses, and the ports that are open to all. */
    PUBLIC_ADDRESSES_AT_COMMON_PORTS,
    /** A wildcard allows the origin, at the wildcard's port. */
    PUBLIC_ADDRESSES,
    PRIVATE_ADDRESSES_TOO
  }

  private final boolean any;
  private final Set<String> writtenOut = new HashSet<>();
  private final List<Subdomains> subdomains = new ArrayList<>();

  /** Reads origins; {@link ConfigurationException} names the key and an entry that is none. */
  AllowedOrigins(String key, List<String> configured) {
    boolean anyOrigin = false;
    for (String entry : configured) {
      String text = entry.strip();
      if (text.equals("*")) {
        anyOrigin = true;
      } else if (text.contains("://*.")) {
        subdomains.add(subdomains(key, text));
      } else {
        writtenOut.add(origin(key, text).origin());
      }
    }
    any = anyOrigin;
  }

  private static Subdomains subdomains(String key, String entry) {
    WebUrl url = origin(key, entry.replaceFirst("\\*\\.", "any."), entry);
    String host = url.host();
    if (host == null || host.length() <= "any.".length()) {
      throw invalid(key, entry);
    }
    return new Subdomains(url.scheme(), host.substring("any".length()), url.port());
  }

  /** Reads an origin that is written out; {@link ConfigurationException} names the key. */
  static WebUrl origin(String key, String text) {
    return origin(key, text, text);
  }

  private static WebUrl origin(String key, String text, String entry) {
    WebUrl url = WebUrl.parse(text);
    boolean isOrigin = url != null && url.isHttp() && url.href().equals(url.origin() + "/");
    if (url == null || !isOrigin || url.origin().contains("*")) {
      throw invalid(key, entry);
    }
    return url;
  }

  private static ConfigurationException invalid(String key, String entry) {
    String shown = entry.substring(entry.lastIndexOf('@') + 1);
    return new ConfigurationException(
        key
            + ": \""
            + shown
            + "\" is not an origin. Write "
            + (key.endsWith(".url") ? "" : "*, https://*.example.com, or ")
            + "https://assets.example.com:8443, without credentials, path and query.");
  }

  /** Returns how far a star allows every origin to be reached. */
  Reach reachOfAll() {
    return any ? Reach.PUBLIC_ADDRESSES_AT_COMMON_PORTS : Reach.NOTHING;
  }

  Reach reach(WebUrl url) {
    if (writtenOut.contains(url.origin())) {
      return Reach.PRIVATE_ADDRESSES_TOO;
    }
    for (Subdomains each : subdomains) {
      if (each.contains(url)) {
        return Reach.PUBLIC_ADDRESSES;
      }
    }
    return reachOfAll();
  }

  /** All names below a domain; the suffix begins with a dot. */
  private record Subdomains(String scheme, String suffix, int port) {
    boolean contains(WebUrl url) {
      String host = url.host();
      return host != null
          && url.scheme().equals(scheme)
          && url.port() == port
          && host.length() > suffix.length()
          && host.endsWith(suffix);
    }
  }

  /**
   * Decides which files may use the grants to an origin beyond a star's: headers, private
   * addresses, a port of its own. A script from anywhere can claim that its map is there, and a
   * plain request would use the grants on behalf of a stranger.
   *
   * <p>An origin's own files always may; others only if its {@code
   * symbolicator.fetch.origin.*.scripts-from} lists their origin. That both are the operator's
   * proves nothing: a script that echoes its query names what a stranger wrote.
   */
  static final class TrustedScripts {
    private final Map<String, AllowedOrigins> scriptsFrom = new HashMap<>();

    /** Reads the configuration; {@link ConfigurationException} names the key of a bad origin. */
    TrustedScripts(Map<String, OriginConfig> configured) {
      new TreeMap<>(configured)
          .forEach((name, entry) -> add("symbolicator.fetch.origin." + name, entry));
    }

    private void add(String group, OriginConfig entry) {
      String origin = AllowedOrigins.origin(group + ".url", entry.url().strip()).origin();
      String key = group + ".scripts-from";
      scriptsFrom.put(origin, new AllowedOrigins(key, entry.scriptsFrom().orElse(List.of())));
    }

    boolean lists(WebUrl url) {
      return scriptsFrom.containsKey(url.origin());
    }

    boolean mayName(WebUrl url, Collection<WebUrl> namedBy) {
      AllowedOrigins others = scriptsFrom.get(url.origin());
      return namedBy.stream()
          .allMatch(
              file ->
                  file.origin().equals(url.origin())
                      || (others != null && others.reach(file) != Reach.NOTHING));
    }
  }

  /** Tells which paths look like a script's: {@link FetchConfig#scriptPaths}. */
  static final class ScriptPaths {
    private final List<String> patterns;

    ScriptPaths(List<String> patterns) {
      this.patterns =
          patterns.stream()
              .map(pattern -> pattern.strip().toLowerCase(Locale.ROOT))
              .collect(Collectors.toUnmodifiableList());
    }

    boolean contain(String path) {
      String lower = path.toLowerCase(Locale.ROOT);
      return patterns.stream().anyMatch(pattern -> matches(pattern, lower));
    }

    /** Matches without recursion: on a mismatch, only the last star takes one more character. */
    private static boolean matches(String pattern, String path) {
      int p = 0;
      int at = 0;
      int afterStar = -1;
      int starEnd = 0;
      while (at < path.length()) {
        if (p < pattern.length() && pattern.charAt(p) == '*') {
          afterStar = ++p;
          starEnd = at;
        } else if (p < pattern.length() && pattern.charAt(p) == path.charAt(at)) {
          p++;
          at++;
        } else if (afterStar >= 0) {
          p = afterStar;
          at = ++starEnd;
        } else {
          return false;
        }
      }
      while (p < pattern.length() && pattern.charAt(p) == '*') {
        p++;
      }
      return p == pattern.length();
    }
  }
}
