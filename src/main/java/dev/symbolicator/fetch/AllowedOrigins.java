package dev.symbolicator.fetch;

import dev.symbolicator.url.WebUrl;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The origins an operator allows, see {@link FetchConfig#allowedOrigins}. */
final class AllowedOrigins {
  /** What an origin may be reached at. */
  enum Reach {
    NOTHING,
    PUBLIC_ADDRESSES,
    PRIVATE_ADDRESSES_TOO
  }

  private final boolean any;
  private final Set<String> writtenOut = new HashSet<>();
  private final List<Subdomains> subdomains = new ArrayList<>();

  /**
   * Reads the configured origins.
   *
   * @throws IllegalArgumentException if one of them is no origin; the message names it
   */
  AllowedOrigins(List<String> configured) {
    boolean anyOrigin = false;
    for (String entry : configured) {
      String text = entry.strip();
      if (text.equals("*")) {
        anyOrigin = true;
      } else if (text.contains("://*.")) {
        subdomains.add(subdomains(text));
      } else {
        writtenOut.add(origin(text, text).origin());
      }
    }
    any = anyOrigin;
  }

  private static Subdomains subdomains(String entry) {
    WebUrl url = origin(entry.replaceFirst("\\*\\.", "any."), entry);
    String host = url.host();
    if (host == null || host.length() <= "any.".length()) {
      throw invalid(entry);
    }
    return new Subdomains(url.scheme(), host.substring("any".length()), url.port());
  }

  private static WebUrl origin(String text, String entry) {
    WebUrl url = WebUrl.parse(text);
    boolean isOrigin = url != null && url.isHttp() && url.href().equals(url.origin() + "/");
    if (url == null || !isOrigin || url.origin().contains("*")) {
      throw invalid(entry);
    }
    return url;
  }

  private static IllegalArgumentException invalid(String entry) {
    String shown = entry.substring(entry.lastIndexOf('@') + 1);
    return new IllegalArgumentException(
        "symbolicator.fetch.allowed-origins: \""
            + shown
            + "\" is no origin. Write *, https://*.example.com, or https://assets.example.com:8443,"
            + " without credentials, path and query.");
  }

  Reach reach(WebUrl url) {
    if (writtenOut.contains(url.origin())) {
      return Reach.PRIVATE_ADDRESSES_TOO;
    }
    boolean allowed = any || subdomains.stream().anyMatch(each -> each.contains(url));
    return allowed ? Reach.PUBLIC_ADDRESSES : Reach.NOTHING;
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
