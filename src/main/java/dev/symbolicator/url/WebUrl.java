package dev.symbolicator.url;

import org.jspecify.annotations.Nullable;

/**
 * A URL as browsers read it: a URL record of the <a href="https://url.spec.whatwg.org/">WHATWG URL
 * Standard</a>. Immutable.
 *
 * <pre>{@code
 * WebUrl script = WebUrl.parse("https://Example.com:443/js/../app.js?v=1#top");
 * script.href();                          // https://example.com/app.js?v=1#top
 * WebUrl.parse("app.js.map", script).href(); // https://example.com/app.js.map
 * }</pre>
 *
 * <p>All parts are ASCII: percent-encoded, domains as {@code xn--}. Two URLs are equal if their
 * {@link #href()} is.
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
   * Parses a URL against a base (URL Standard, section 4.4). Takes time and memory proportional to
   * the length of both.
   *
   * @return null for the standard's failure
   */
  public static @Nullable WebUrl parse(String input, @Nullable WebUrl base) {
    return UrlParser.parse(input, base);
  }

  /** The whole URL, serialised. Parsing it again gives an equal URL. */
  public String href() {
    return href;
  }

  /** The scheme in lower case, without the colon. */
  public String scheme() {
    return scheme;
  }

  /** Whether the scheme is http or https. */
  public boolean isHttp() {
    return scheme.equals("http") || scheme.equals("https");
  }

  /** Whether there is a user name or a password. */
  public boolean hasCredentials() {
    return authority != null && authority.hasCredentials();
  }

  /** The host, IPv6 in brackets; empty for {@code file:///}; null if the URL has none. */
  public @Nullable String host() {
    return authority == null ? null : authority.host().text();
  }

  /**
   * The address in network order where the host is an IP address, in whatever spelling it was
   * given: 4 bytes for IPv4, 16 bytes for IPv6 (IPv4-mapped addresses included). A copy; null if
   * the host is a name or there is none.
   */
  public byte @Nullable [] ipAddress() {
    return authority == null ? null : authority.host().address();
  }

  /** The port, or the scheme's default port, or -1 if there is neither. */
  public int port() {
    int port = authority == null ? SpecialScheme.NO_PORT : authority.port();
    return port == SpecialScheme.NO_PORT ? SpecialScheme.defaultPort(scheme) : port;
  }

  /** The path, percent-encoded; begins with a slash for http and https. */
  public String path() {
    return path;
  }

  /** The query without its question mark, percent-encoded; null if there is none. */
  public @Nullable String query() {
    return query;
  }

  /** The fragment without its hash sign, percent-encoded; null if there is none. */
  public @Nullable String fragment() {
    return fragment;
  }

  /**
   * The origin, serialised: {@code https://h:8443}, default ports left out. A blob URL has the
   * origin of the URL inside it. {@code null}, the text, for an opaque origin, which all schemes
   * but http, https, ws, wss and ftp have (URL Standard, section 4.7).
   */
  public String origin() {
    return UrlSerializer.origin(this);
  }

  /** The request target of HTTP (RFC 9112, section 3.2.1): the path and the query. */
  public String pathAndQuery() {
    return query == null ? path : path + '?' + query;
  }

  /** This URL without its fragment. */
  public WebUrl withoutFragment() {
    return fragment == null ? this : withFragment(null);
  }

  WebUrl withFragment(@Nullable String fragment) {
    return new WebUrl(scheme, authority, path, opaquePath, query, fragment);
  }

  /** This URL without user name and password. */
  public WebUrl withoutCredentials() {
    return authority == null || !authority.hasCredentials()
        ? this
        : new WebUrl(scheme, authority.withoutCredentials(), path, opaquePath, query, fragment);
  }

  /**
   * The URL for logs and reports: scheme, host, port and path, without credentials, query and
   * fragment. Of a URL with an opaque path, such as a data: URL, only the scheme; of a blob URL,
   * what may be shown of the URL inside it.
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

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WebUrl that && href.equals(that.href);
  }

  @Override
  public int hashCode() {
    return href.hashCode();
  }

  /** The same as {@link #redacted()}, so that a log line cannot show a query by accident. */
  @Override
  public String toString() {
    return redacted();
  }
}
