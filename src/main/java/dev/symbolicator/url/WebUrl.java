package dev.symbolicator.url;

import dev.symbolicator.url.UrlParser.SpecialScheme;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A URL record of the <a href="https://url.spec.whatwg.org/">WHATWG URL Standard</a>, as browsers
 * read URLs. Immutable; two are equal if their {@link #href()} is. All parts are ASCII: domains in
 * {@code xn--}, others percent-encoded.
 */
public final class WebUrl {
  private final String scheme;
  final @Nullable Authority authority;
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

  /** Parses an absolute URL; null if the text is relative or not a URL. */
  public static @Nullable WebUrl parse(String input) {
    return parse(input, null);
  }

  /**
   * Parses a URL against a base (URL Standard, section 4.4), in linear time; null for the
   * standard's failure.
   */
  public static @Nullable WebUrl parse(String input, @Nullable WebUrl base) {
    return UrlParser.parse(input, base);
  }

  /** Returns the whole URL, serialised. Parsing the result again gives an equal URL. */
  public String href() {
    return href;
  }

  public String scheme() {
    return scheme;
  }

  public boolean isHttp() {
    return scheme.equals("http") || scheme.equals("https");
  }

  public boolean hasCredentials() {
    return authority != null && authority.hasCredentials();
  }

  /**
   * Returns the host, with brackets around an IPv6 address; empty for {@code file:///}; null
   * without one.
   */
  public @Nullable String host() {
    return authority == null ? null : authority.host().text;
  }

  /**
   * Returns a copy of the IP address, in any spelling, in network order: 4 bytes, or 16
   * (IPv4-mapped ones included); null for a name or no host.
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
   * Returns the serialised origin (URL Standard, section 4.7): that of http, https, ws, wss and
   * ftp, or of the http or https URL in a blob URL's path; {@code null} as a text for all others.
   */
  public String origin() {
    return UrlSerializer.origin(this);
  }

  /** Returns HTTP's request target (RFC 9112, section 3.2.1): the path and the query. */
  public String pathAndQuery() {
    return query == null ? path : path + '?' + query;
  }

  public WebUrl withoutFragment() {
    return fragment == null ? this : withFragment(null);
  }

  WebUrl withFragment(@Nullable String fragment) {
    return new WebUrl(scheme, authority, path, opaquePath, query, fragment);
  }

  public WebUrl withoutCredentials() {
    return authority == null || !authority.hasCredentials()
        ? this
        : new WebUrl(scheme, authority.withoutCredentials(), path, opaquePath, query, fragment);
  }

  public WebUrl withoutParameters() {
    WebUrl bare = withoutCredentials();
    return bare.query == null && bare.fragment == null
        ? bare
        : new WebUrl(scheme, bare.authority, path, opaquePath, null, null);
  }

  /**
   * Returns the URL for logs: without credentials, query and fragment. A URL with an opaque path
   * shows only its scheme, a blob URL the http or https URL in its path.
   */
  public String redacted() {
    return UrlSerializer.redacted(this);
  }

  boolean hasOpaquePath() {
    return opaquePath;
  }

  /**
   * Returns a URL, or its part from the path on, in a form in which two spellings of one name are
   * equal: needless percent-encoding is decoded, other digits are in upper case. Delimiters stay
   * encoded.
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
      Authority authority = url.authority;
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
      Authority authority = url.authority;
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
