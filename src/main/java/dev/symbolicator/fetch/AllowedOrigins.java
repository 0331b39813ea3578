package dev.symbolicator.fetch;

import dev.symbolicator.url.WebUrl;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A set of origins, written as in {@link FetchConfig#allowedOrigins}. */
final class AllowedOrigins {
  /** How far an origin may be reached. */
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

  /**
   * Reads the configured origins.
   *
   * @param key the configuration key, for the message
   * @throws IllegalArgumentException if an entry is not an origin; the message names the entry
   */
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

  /**
   * Reads an origin that is written out.
   *
   * @throws IllegalArgumentException if the text is not an origin; the message names the key
   */
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

  private static IllegalArgumentException invalid(String key, String entry) {
    String shown = entry.substring(entry.lastIndexOf('@') + 1);
    return new IllegalArgumentException(
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

  /**
   * All names below a domain.
   *
   * @param suffix begins with a dot
   */
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
}
