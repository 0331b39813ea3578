package dev.symbolicator.sourcemap;

import dev.symbolicator.url.WebUrl;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes URLs of the entries of {@code sources} (ECMA-426, DecodeSourceMapSources). Like other
 * readers, departs from the standard: an empty {@code sourceRoot}, which webpack 5 and TypeScript
 * always write, counts as absent; an absolute URL takes none; the slash between is not doubled. A
 * relative source without a base (a script at a {@code blob:} or {@code data:} URL, or a path)
 * stays as written. So does, our own rule, an absolute URL with a build tool's scheme: nobody
 * fetches {@code webpack://app/runtime/concatenation wrap}, people read it.
 */
final class SourceUrls {

  /** In characters. A longer URL counts as absent, since parsing takes several times its memory. */
  static final int LONGEST_URL = 1 << 16;

  private final @Nullable WebUrl base;
  private final String root;
  private final String prefix;

  private final long prefixLength;
  private final boolean resolvesAnyPath;

  SourceUrls(@Nullable WebUrl base, @Nullable String sourceRoot) {
    // A URL without a hierarchy, such as blob: or data:, is no base of relative URLs.
    this.base = base == null || WebUrl.parse(".", base) == null ? null : base;
    root = sourceRoot == null ? "" : sourceRoot;
    boolean needsSlash = !root.isEmpty() && !root.endsWith("/");
    prefixLength = root.length() + (needsSlash ? 1L : 0L);
    String usedRoot = prefixLength > LONGEST_URL ? "" : root;
    prefix = needsSlash && !usedRoot.isEmpty() ? usedRoot + "/" : usedRoot;
    resolvesAnyPath =
        this.base == null
            || (isFetchable(this.base) && (prefix.isEmpty() || PlainUrls.isRelative(prefix)));
  }

  /**
   * Tells, without parsing, whether a source certainly has a URL, as nearly all do: parsing a
   * thousand takes as long as all else in a small map.
   */
  boolean certainlyResolves(byte[] json, int start, int end) {
    return (resolvesAnyPath && PlainUrls.isRelative(json, start, end))
        || PlainUrls.isOfBuildTool(json, start, end)
        || PlainUrls.isOfFile(json, start, end);
  }

  String root() {
    return root;
  }

  boolean isLike(SourceUrls other) {
    return prefixLength == other.prefixLength
        && prefix.equals(other.prefix)
        && Objects.equals(base, other.base);
  }

  /** Returns the URL of a source, relative only without a base; null if it cannot be parsed. */
  @Nullable String resolve(String source) {
    WebUrl absolute = WebUrl.parse(source);
    if (absolute != null) {
      return isFetchable(absolute) ? absolute.href() : source;
    }
    String joined = prefixed(source);
    WebUrl url = WebUrl.parse(joined, base);
    if (url != null) {
      return url.href();
    }
    return base == null ? joined : null;
  }

  private static boolean isFetchable(WebUrl url) {
    return url.isHttp() || url.scheme().equals("file");
  }

  long length(int sourceLength) {
    return (base == null ? 0L : base.href().length()) + prefixLength + sourceLength;
  }

  private String prefixed(String source) {
    boolean doubled = !prefix.isEmpty() && source.startsWith("/");
    return prefix + (doubled ? source.substring(1) : source);
  }

  static final class PlainUrls {

    private static final Set<String> SPECIAL_SCHEMES =
        Set.of("http", "https", "ws", "wss", "ftp", "file");

    private static final byte[] FILE = "file:///".getBytes(StandardCharsets.US_ASCII);

    private PlainUrls() {}

    static boolean isRelative(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return isRelative(bytes, 0, bytes.length);
    }

    /**
     * A relative path of visible ASCII: no slash first, no colon before the first slash, no
     * backslash.
     */
    static boolean isRelative(byte[] text, int start, int end) {
      if (start == end || text[start] == '/') {
        return false;
      }
      int slash = start;
      while (slash < end && text[slash] != '/') {
        if (text[slash] == ':') {
          return false;
        }
        slash++;
      }
      return isVisible(text, start, end);
    }

    static boolean isOfFile(byte[] text, int start, int end) {
      int path = start + FILE.length;
      return path <= end
          && Arrays.equals(text, start, path, FILE, 0, FILE.length)
          && isVisible(text, path, end);
    }

    /**
     * A URL like {@code webpack://app/./src/a.js} or {@code ng:///a.ts}: a scheme that is not
     * special, {@code ://}, a plain name or nothing, and a slash.
     */
    static boolean isOfBuildTool(byte[] text, int start, int end) {
      int colon = start;
      while (colon < end && text[colon] >= 'a' && text[colon] <= 'z') {
        colon++;
      }
      boolean hasAuthority =
          colon > start
              && colon + 2 < end
              && text[colon] == ':'
              && text[colon + 1] == '/'
              && text[colon + 2] == '/';
      if (!hasAuthority
          || SPECIAL_SCHEMES.contains(
              new String(text, start, colon - start, StandardCharsets.US_ASCII))) {
        return false;
      }
      int slash = colon + 3;
      while (slash < end && isPlainInNames(text[slash])) {
        slash++;
      }
      if (slash == end || text[slash] != '/') {
        return false;
      }
      for (int i = slash; i < end; i++) {
        if (!isVisible(text[i]) && text[i] != ' ') {
          return false;
        }
      }
      return true;
    }

    private static boolean isVisible(byte[] text, int start, int end) {
      for (int i = start; i < end; i++) {
        if (!isVisible(text[i])) {
          return false;
        }
      }
      return true;
    }

    private static boolean isPlainInNames(byte b) {
      return (b >= 'a' && b <= 'z')
          || (b >= 'A' && b <= 'Z')
          || (b >= '0' && b <= '9')
          || b == '-'
          || b == '_';
    }

    private static boolean isVisible(byte b) {
      return b > ' ' && b < 0x7F && b != '\\';
    }
  }
}
