package dev.symbolicator.url;

import dev.symbolicator.url.PercentCoding.PercentEncodeSet;
import dev.symbolicator.url.UrlParser.PathBuilder.WindowsDriveLetter;
import dev.symbolicator.url.UrlParser.UrlInput.Ascii;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The standard's basic URL parser without a state override (URL Standard, section 4.4), in UTF-8.
 * The standard describes a machine over code points. Every delimiter is ASCII and ends the same
 * part in all states that can meet it, so each group of states is a method here, given its part.
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
      return build(scheme, base.authority, path);
    }
    if (text.length() > 1 && PathBuilder.isSlash(text.charAt(1), special)) {
      return authority(scheme, text, special ? skipSlashes(text, 2) : 2);
    }
    return build(scheme, base.authority, new PathBuilder(scheme, "").append(text, 1));
  }

  private @Nullable WebUrl authority(String scheme, String text, int from) {
    boolean special = SpecialScheme.isSpecial(scheme);
    int end = PathBuilder.nextSlash(text, from, special);
    Authority authority = Authority.parse(text.substring(from, end), scheme);
    return authority == null ? null : afterAuthority(scheme, authority, text, end);
  }

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
    Authority authority = host.text.equals("localhost") ? Authority.EMPTY : Authority.ofHost(host);
    return afterAuthority("file", authority, text, end);
  }

  private static @Nullable Authority fileAuthority(@Nullable WebUrl base) {
    return base == null ? Authority.EMPTY : base.authority;
  }

  /**
   * Encodes the last of the spaces that end an opaque path, lost otherwise without query and
   * fragment.
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
    return new WebUrl(base.scheme(), base.authority, base.path(), false, query, fragment());
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

    static int defaultPort(String scheme) {
      return DEFAULT_PORTS.getOrDefault(scheme, NO_PORT);
    }
  }

  /**
   * The input in three independent parts, cut off first: in every state the first {@code #} begins
   * the fragment, and the first {@code ?} before it the query. Null for parts that are missing.
   */
  record UrlInput(String main, @Nullable String query, @Nullable String fragment) {

    static UrlInput of(String text) {
      String clean = clean(text);
      int hash = clean.indexOf('#');
      String beforeFragment = hash < 0 ? clean : clean.substring(0, hash);
      String fragment = hash < 0 ? null : clean.substring(hash + 1);
      int mark = beforeFragment.indexOf('?');
      return mark < 0
          ? new UrlInput(beforeFragment, null, fragment)
          : new UrlInput(
              beforeFragment.substring(0, mark), beforeFragment.substring(mark + 1), fragment);
    }

    /**
     * Trims C0 controls and spaces, removes tabs and line ends, and replaces lone surrogates by
     * U+FFFD.
     */
    static String clean(String text) {
      int from = 0;
      int to = text.length();
      while (from < to && text.charAt(from) <= ' ') {
        from++;
      }
      while (from < to && text.charAt(to - 1) <= ' ') {
        to--;
      }
      String trimmed = text.substring(from, to);
      for (int i = 0; i < trimmed.length(); i++) {
        char c = trimmed.charAt(i);
        if (isTabOrNewline(c) || Character.isSurrogate(c)) {
          return rewrite(trimmed, i);
        }
      }
      return trimmed;
    }

    /**
     * The neighbours in the original text decide: two surrogates around a removed tab form no pair.
     */
    private static String rewrite(String text, int firstChange) {
      StringBuilder out = new StringBuilder(text.length()).append(text, 0, firstChange);
      for (int i = firstChange; i < text.length(); i++) {
        char c = text.charAt(i);
        if (!Character.isSurrogate(c)) {
          if (!isTabOrNewline(c)) {
            out.append(c);
          }
        } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
          out.append(c).append(text.charAt(++i));
        } else {
          out.append('\uFFFD');
        }
      }
      return out.toString();
    }

    static boolean isTabOrNewline(char c) {
      return c == '\t' || c == '\n' || c == '\r';
    }

    /** {@link Character}'s methods would also accept digits and letters of other scripts. */
    static final class Ascii {
      private Ascii() {}

      static boolean isLetter(int c) {
        int lower = c | 0x20;
        return lower >= 'a' && lower <= 'z';
      }

      static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
      }

      static boolean isAlphanumeric(int c) {
        return isLetter(c) || isDigit(c);
      }

      static int digit(int c, int radix) {
        return c < 0x80 ? Character.digit(c, radix) : -1;
      }
    }
  }

  /** Builds a path that is not opaque: empty without segments, {@code /} with one empty segment. */
  static final class PathBuilder {
    private final StringBuilder path;
    private final boolean special;
    private final boolean file;

    PathBuilder(String scheme, String start) {
      this.path = new StringBuilder(start);
      this.special = SpecialScheme.isSpecial(scheme);
      this.file = scheme.equals("file");
    }

    static boolean isSlash(char c, boolean special) {
      return c == '/' || (special && c == '\\');
    }

    static int nextSlash(String text, int from, boolean special) {
      int i = from;
      while (i < text.length() && !isSlash(text.charAt(i), special)) {
        i++;
      }
      return i;
    }

    PathBuilder shorten() {
      if (!file || path.length() != 3 || !WindowsDriveLetter.isFirstSegment(path)) {
        path.setLength(Math.max(0, path.lastIndexOf("/")));
      }
      return this;
    }

    PathBuilder append(String text, int from) {
      int start = from;
      while (start <= text.length()) {
        int end = nextSlash(text, start, special);
        boolean last = end == text.length();
        int dots = dots(text, start, end);
        if (dots == 2) {
          shorten();
        }
        if (dots == 0) {
          appendSegment(text, start, end);
        } else if (last) {
          path.append('/');
        }
        start = end + 1;
      }
      return this;
    }

    private void appendSegment(String text, int start, int end) {
      boolean drive = file && path.length() == 0 && WindowsDriveLetter.is(text, start, end);
      path.append('/');
      if (drive) {
        path.append(text.charAt(start)).append(':');
      } else {
        PercentCoding.encode(text, start, end, PercentEncodeSet.PATH, path);
      }
    }

    /**
     * Returns 1 for a single-dot segment, 2 for a double-dot one, else 0. A dot may be spelt {@code
     * %2e}.
     */
    private static int dots(String text, int start, int end) {
      int dots = 0;
      int i = start;
      while (i < end && dots < 3) {
        if (text.charAt(i) == '.') {
          i++;
        } else if (end - i >= 3 && text.regionMatches(true, i, "%2e", 0, 3)) {
          i += 3;
        } else {
          return 0;
        }
        dots++;
      }
      return dots < 3 ? dots : 0;
    }

    @Override
    public String toString() {
      return path.toString();
    }

    /** Recognises the drive letters of file URLs (URL Standard, section 4.1). */
    static final class WindowsDriveLetter {
      private WindowsDriveLetter() {}

      static boolean is(String text, int start, int end) {
        return end - start == 2
            && Ascii.isLetter(text.charAt(start))
            && (text.charAt(start + 1) == ':' || text.charAt(start + 1) == '|');
      }

      static boolean startsWith(String text, int start) {
        return text.length() - start >= 2
            && is(text, start, start + 2)
            && (text.length() - start == 2 || PathBuilder.isSlash(text.charAt(start + 2), true));
      }

      static boolean isFirstSegment(CharSequence path) {
        return path.length() >= 3
            && Ascii.isLetter(path.charAt(1))
            && path.charAt(2) == ':'
            && (path.length() == 3 || path.charAt(3) == '/');
      }
    }
  }
}
