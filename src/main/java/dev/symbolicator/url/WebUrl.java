package dev.symbolicator.url;

import dev.symbolicator.url.UrlParser.SpecialScheme;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A URL as browsers read URLs: a URL record of the <a href="https://url.spec.whatwg.org/">WHATWG
 * URL Standard</a>. Immutable.
 *
 * <pre>{@code
 * WebUrl script = WebUrl.parse("https://Example.com:443/js/../app.js?v=1#top");
 * script.href();                          // https://example.com/app.js?v=1#top
 * WebUrl.parse("app.js.map", script).href(); // https://example.com/app.js.map
 * }</pre>
 *
 * <p>All parts are ASCII: domains are written with {@code xn--}, other parts are percent-encoded.
 * Two URLs are equal if their {@link #href()} is equal.
 */
public final class WebUrl {
  private final String scheme;
  private final @Nullable Authority authority;
  private final String path;
  private final boolean opaquePath;
  private final @Nullable String query;
  private final @Nullable String fragment;
  private final String href;

  WebUrl(
      String scheme,
      @Nullable Authority authority,
      String path,
      boolean opaquePath,
      @Nullable String query,
      @Nullable String fragment) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.opaquePath = opaquePath;
    this.query = query;
    this.fragment = fragment;
    this.href = UrlSerializer.href(scheme, authority, path, query, fragment);
  }

  /**
   * Parses an absolute URL.
   *
   * @return null if the text is relative or not a URL
   */
  public static @Nullable WebUrl parse(String input) {
    return parse(input, null);
  }

  /**
   * Parses a URL against a base (URL Standard, section 4.4). Time and memory are proportional to
   * the length of both.
   *
   * @return null for the standard's failure
   */
  public static @Nullable WebUrl parse(String input, @Nullable WebUrl base) {
    return UrlParser.parse(input, base);
  }

  /** Returns the whole URL, serialised. Parsing the result again gives an equal URL. */
  public String href() {
    return href;
  }

  /** Returns the scheme in lower case, without the colon. */
  public String scheme() {
    return scheme;
  }

  /** Tells whether the scheme is http or https. */
  public boolean isHttp() {
    return scheme.equals("http") || scheme.equals("https");
  }

  /** Tells whether the URL has a user name or a password. */
  public boolean hasCredentials() {
    return authority != null && authority.hasCredentials();
  }

  /**
   * Returns the host, with brackets around an IPv6 address; empty for {@code file:///}; null if the
   * URL has no host.
   */
  public @Nullable String host() {
    return authority == null ? null : authority.host().text();
  }

  /**
   * Returns a copy of the host's IP address in network order: 4 bytes for IPv4, 16 bytes for IPv6
   * (IPv4-mapped addresses included). The address may have been given in any spelling.
   *
   * @return null if the host is a name, or the URL has no host
   */
  public byte @Nullable [] ipAddress() {
    return authority == null ? null : authority.host().address();
  }

  /** Returns the port, or the scheme's default port; -1 if there is neither. */
  public int port() {
    int port = authority == null ? SpecialScheme.NO_PORT : authority.port();
    return port == SpecialScheme.NO_PORT ? SpecialScheme.defaultPort(scheme) : port;
  }

  /** Returns the path, percent-encoded. The path of http and https begins with a slash. */
  public String path() {
    return path;
  }

  /** Returns the query without its question mark, percent-encoded; null if there is none. */
  public @Nullable String query() {
    return query;
  }

  /** Returns the fragment without its hash sign, percent-encoded; null if there is none. */
  public @Nullable String fragment() {
    return fragment;
  }

  /**
   * Returns the serialised origin, without a default port: {@code https://h:8443} (URL Standard,
   * section 4.7). The schemes http, https, ws, wss and ftp have one, and a blob URL has the origin
   * of the http or https URL in its path. All others are opaque origins: the text {@code null}.
   */
  public String origin() {
    return UrlSerializer.origin(this);
  }

  /** Returns HTTP's request target (RFC 9112, section 3.2.1): the path and the query. */
  public String pathAndQuery() {
    return query == null ? path : path + '?' + query;
  }

  /** Returns this URL without its fragment. */
  public WebUrl withoutFragment() {
    return fragment == null ? this : withFragment(null);
  }

  WebUrl withFragment(@Nullable String fragment) {
    return new WebUrl(scheme, authority, path, opaquePath, query, fragment);
  }

  /** Returns this URL without user name and password. */
  public WebUrl withoutCredentials() {
    return authority == null || !authority.hasCredentials()
        ? this
        : new WebUrl(scheme, authority.withoutCredentials(), path, opaquePath, query, fragment);
  }

  /** Returns this URL without user name, password, query and fragment. */
  public WebUrl withoutParameters() {
    WebUrl bare = withoutCredentials();
    return bare.query == null && bare.fragment == null
        ? bare
        : new WebUrl(scheme, bare.authority, path, opaquePath, null, null);
  }

  /**
   * Returns the URL for logs and reports: scheme, host, port and path, without credentials, query
   * and fragment. A URL with an opaque path, such as a data: URL, shows only its scheme. A blob URL
   * shows the http or https URL in its path, redacted likewise.
   */
  public String redacted() {
    return UrlSerializer.redacted(this);
  }

  boolean hasOpaquePath() {
    return opaquePath;
  }

  @Nullable Authority authority() {
    return authority;
  }

  /**
   * Returns a URL, or a part of one that begins at the path, in the form in which two spellings of
   * one name are equal: what is percent-encoded needlessly is decoded, other hexadecimal digits are
   * in upper case. Delimiters stay encoded, since {@code %2F} parts no segments.
   *
   * @param href as browsers write it
   */
  public static String comparable(String href) {
    if (href.indexOf('%') < 0) {
      return href;
    }
    int query = href.indexOf('?');
    StringBuilder decoded = new StringBuilder(href.length());
    for (int i = 0; i < href.length(); i++) {
      char unit = href.charAt(i);
      int value = unit == '%' && i + 2 < href.length() ? hexValue(href, i + 1) : -1;
      if (value < 0) {
        decoded.append(unit == '%' ? "%25" : String.valueOf(unit));
        continue;
      }
      String kept = query >= 0 && i > query ? "/\\?#%&=+;" : "/\\?#%";
      if (value >= ' ' && value <= '~' && kept.indexOf(value) < 0) {
        decoded.append((char) value);
      } else {
        decoded.append('%').append(href.substring(i + 1, i + 3).toUpperCase(Locale.ROOT));
      }
      i += 2;
    }
    return decoded.toString();
  }

  private static int hexValue(String text, int at) {
    int high = Character.digit(text.charAt(at), 16);
    int low = Character.digit(text.charAt(at + 1), 16);
    return high < 0 || low < 0 ? -1 : 16 * high + low;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WebUrl that && href.equals(that.href);
  }

  @Override
  public int hashCode() {
    return href.hashCode();
  }

  /** Returns {@link #redacted()}, so that a log line cannot show a query by accident. */
  @Override
  public String toString() {
    return redacted();
  }

  /** Writes the forms of a URL (URL Standard, sections 4.5 and 4.7). */
  static final class UrlSerializer {
    private UrlSerializer() {}

    static String href(
        String scheme,
        @Nullable Authority authority,
        String path,
        @Nullable String query,
        @Nullable String fragment) {
      StringBuilder out = new StringBuilder(scheme).append(':');
      if (authority != null) {
        authority.appendTo(out);
      } else if (path.startsWith("//")) {
        // Without "/." the path would be read as an authority.
        out.append("/.");
      }
      out.append(path);
      if (query != null) {
        out.append('?').append(query);
      }
      if (fragment != null) {
        out.append('#').append(fragment);
      }
      return out.toString();
    }

    static String origin(WebUrl url) {
      Authority authority = url.authority();
      if (url.scheme().equals("blob")) {
        WebUrl inner = WebUrl.parse(url.path());
        return inner != null && inner.isHttp() ? origin(inner) : "null";
      }
      if (authority == null
          || !SpecialScheme.isSpecial(url.scheme())
          || url.scheme().equals("file")) {
        return "null";
      }
      return href(url.scheme(), authority.withoutCredentials(), "", null, null);
    }

    static String redacted(WebUrl url) {
      Authority authority = url.authority();
      if (!url.hasOpaquePath()) {
        return href(
            url.scheme(),
            authority == null ? null : authority.withoutCredentials(),
            url.path(),
            null,
            null);
      }
      if (url.scheme().equals("blob")) {
        WebUrl inner = WebUrl.parse(url.path());
        return inner != null && inner.isHttp() ? "blob:" + redacted(inner) : "blob:";
      }
      return url.scheme() + ':';
    }
  }
}
