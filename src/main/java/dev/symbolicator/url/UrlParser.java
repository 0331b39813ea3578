package dev.symbolicator.url;

import dev.symbolicator.url.PathBuilder.WindowsDriveLetter;
import dev.symbolicator.url.PercentCoding.PercentEncodeSet;
import dev.symbolicator.url.UrlInput.Ascii;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parses URLs like the standard's basic URL parser without a state override (URL Standard, section
 * 4.4), always with UTF-8.
 *
 * <p>The standard describes a machine that moves over the text by code points. Every delimiter is
 * ASCII, and ends the same part in all states that can meet the delimiter. So each group of states
 * is one method here, which is given its part of the text.
 */
final class UrlParser {
  private final UrlInput input;
  private final @Nullable WebUrl base;

  private UrlParser(UrlInput input, @Nullable WebUrl base) {
    this.input = input;
    this.base = base;
  }

  static @Nullable WebUrl parse(String text, @Nullable WebUrl base) {
    return new UrlParser(UrlInput.of(text), base).parse();
  }

  private @Nullable WebUrl parse() {
    String text = input.main();
    int colon = schemeEnd(text);
    if (colon < 0) {
      return base == null ? null : withoutScheme(text, base);
    }
    String scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
    String rest = text.substring(colon + 1);
    boolean sameScheme = base != null && base.scheme().equals(scheme);
    if (scheme.equals("file")) {
      return file(rest, sameScheme ? base : null);
    }
    if (SpecialScheme.isSpecial(scheme)) {
      return base != null && sameScheme && !rest.startsWith("//")
          ? relative(rest, base)
          : authority(scheme, rest, skipSlashes(rest, 0));
    }
    if (rest.startsWith("//")) {
      return authority(scheme, rest, 2);
    }
    if (rest.startsWith("/")) {
      return build(scheme, null, new PathBuilder(scheme, "").append(rest, 1));
    }
    return opaquePath(scheme, rest);
  }

  /** Returns the index of the colon after a scheme; -1 if the text begins with no scheme. */
  private static int schemeEnd(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ':' && i > 0) {
        return i;
      }
      boolean other = Ascii.isDigit(c) || c == '+' || c == '-' || c == '.';
      if (!Ascii.isLetter(c) && (i == 0 || !other)) {
        return -1;
      }
    }
    return -1;
  }

  private @Nullable WebUrl withoutScheme(String text, WebUrl base) {
    if (base.hasOpaquePath()) {
      boolean onlyFragment = text.isEmpty() && input.query() == null && input.fragment() != null;
      return onlyFragment ? base.withFragment(fragment()) : null;
    }
    return base.scheme().equals("file") ? file(text, base) : relative(text, base);
  }

  private @Nullable WebUrl relative(String text, WebUrl base) {
    String scheme = base.scheme();
    boolean special = SpecialScheme.isSpecial(scheme);
    if (text.isEmpty()) {
      return sameDocument(base);
    }
    if (!PathBuilder.isSlash(text.charAt(0), special)) {
      PathBuilder path = new PathBuilder(scheme, base.path()).shorten().append(text, 0);
      return build(scheme, base.authority(), path);
    }
    if (text.length() > 1 && PathBuilder.isSlash(text.charAt(1), special)) {
      return authority(scheme, text, special ? skipSlashes(text, 2) : 2);
    }
    return build(scheme, base.authority(), new PathBuilder(scheme, "").append(text, 1));
  }

  private @Nullable WebUrl authority(String scheme, String text, int from) {
    boolean special = SpecialScheme.isSpecial(scheme);
    int end = PathBuilder.nextSlash(text, from, special);
    Authority authority = Authority.parse(text.substring(from, end), scheme);
    return authority == null ? null : afterAuthority(scheme, authority, text, end);
  }

  /** Goes on in the path start state at {@code end}, a slash or the end of the text. */
  private WebUrl afterAuthority(String scheme, Authority authority, String text, int end) {
    PathBuilder path = new PathBuilder(scheme, "");
    if (end < text.length()) {
      path.append(text, end + 1);
    } else if (SpecialScheme.isSpecial(scheme)) {
      path.append("", 0);
    }
    return build(scheme, authority, path);
  }

  private @Nullable WebUrl file(String text, @Nullable WebUrl base) {
    if (text.isEmpty() || !PathBuilder.isSlash(text.charAt(0), true)) {
      return fileRelative(text, base);
    }
    if (text.length() > 1 && PathBuilder.isSlash(text.charAt(1), true)) {
      return fileHost(text, 2);
    }
    boolean keepDrive =
        base != null
            && WindowsDriveLetter.isFirstSegment(base.path())
            && !WindowsDriveLetter.startsWith(text, 1);
    String start = base != null && keepDrive ? base.path().substring(0, 3) : "";
    return build("file", fileAuthority(base), new PathBuilder("file", start).append(text, 1));
  }

  private WebUrl fileRelative(String text, @Nullable WebUrl base) {
    if (base != null && text.isEmpty()) {
      return sameDocument(base);
    }
    boolean absolute = base == null || WindowsDriveLetter.startsWith(text, 0);
    PathBuilder path =
        base == null || absolute
            ? new PathBuilder("file", "")
            : new PathBuilder("file", base.path()).shorten();
    return build("file", fileAuthority(base), path.append(text, 0));
  }

  private @Nullable WebUrl fileHost(String text, int from) {
    int end = PathBuilder.nextSlash(text, from, true);
    if (WindowsDriveLetter.is(text, from, end)) {
      return build("file", Authority.EMPTY, new PathBuilder("file", "").append(text, from));
    }
    if (from == end) {
      return afterAuthority("file", Authority.EMPTY, text, end);
    }
    Host host = Host.parse(text.substring(from, end), true);
    if (host == null) {
      return null;
    }
    Authority authority =
        host.text().equals("localhost") ? Authority.EMPTY : Authority.ofHost(host);
    return afterAuthority("file", authority, text, end);
  }

  private static @Nullable Authority fileAuthority(@Nullable WebUrl base) {
    return base == null ? Authority.EMPTY : base.authority();
  }

  /**
   * Encodes the last of the spaces that end an opaque path. The spaces would be lost if query and
   * fragment were removed.
   */
  private WebUrl opaquePath(String scheme, String text) {
    String path = PercentCoding.encode(text, PercentEncodeSet.C0_CONTROL);
    if (path.endsWith(" ")) {
      path = path.substring(0, path.length() - 1) + "%20";
    }
    return new WebUrl(scheme, null, path, true, query(scheme), fragment());
  }

  private WebUrl sameDocument(WebUrl base) {
    String query = input.query() == null ? base.query() : query(base.scheme());
    return new WebUrl(base.scheme(), base.authority(), base.path(), false, query, fragment());
  }

  private WebUrl build(String scheme, @Nullable Authority authority, PathBuilder path) {
    return new WebUrl(scheme, authority, path.toString(), false, query(scheme), fragment());
  }

  private @Nullable String query(String scheme) {
    PercentEncodeSet set =
        SpecialScheme.isSpecial(scheme) ? PercentEncodeSet.SPECIAL_QUERY : PercentEncodeSet.QUERY;
    return input.query() == null ? null : PercentCoding.encode(input.query(), set);
  }

  private @Nullable String fragment() {
    return input.fragment() == null
        ? null
        : PercentCoding.encode(input.fragment(), PercentEncodeSet.FRAGMENT);
  }

  private static int skipSlashes(String text, int from) {
    int i = from;
    while (i < text.length() && PathBuilder.isSlash(text.charAt(i), true)) {
      i++;
    }
    return i;
  }

  /** Knows the special schemes and their default ports (URL Standard, section 4.2). */
  static final class SpecialScheme {
    static final int NO_PORT = -1;

    private static final Map<String, Integer> DEFAULT_PORTS =
        Map.of("http", 80, "https", 443, "ws", 80, "wss", 443, "ftp", 21, "file", NO_PORT);

    private SpecialScheme() {}

    static boolean isSpecial(String scheme) {
      return DEFAULT_PORTS.containsKey(scheme);
    }

    /** Returns the scheme's default port; {@link #NO_PORT} if there is none. */
    static int defaultPort(String scheme) {
      return DEFAULT_PORTS.getOrDefault(scheme, NO_PORT);
    }
  }
}
