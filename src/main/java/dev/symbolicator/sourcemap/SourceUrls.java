package dev.symbolicator.sourcemap;

import dev.symbolicator.url.WebUrl;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes URLs of the entries of {@code sources} (ECMA-426, DecodeSourceMapSources). Three departures
 * that all other readers make too: an empty {@code sourceRoot} counts as absent (webpack 5 and
 * TypeScript write one always; taken literally it would make every source path-absolute), an
 * absolute URL takes no {@code sourceRoot}, and the slash between the two is not doubled.
 *
 * <p>One of our own: an absolute URL of a scheme that a build tool made up is left as it is
 * written. {@code webpack://app/runtime/concatenation wrap} is a name to be recognised, which
 * nobody fetches; the URL Standard would make it {@code concatenation%20wrap}, and {@code größe.ts}
 * unreadable.
 */
final class SourceUrls {

  private final @Nullable WebUrl base;
  private final String prefix;
  private final boolean plain;

  SourceUrls(@Nullable WebUrl base, @Nullable String sourceRoot) {
    this.base = base;
    String root = sourceRoot == null ? "" : sourceRoot;
    prefix = root.isEmpty() || root.endsWith("/") ? root : root + "/";
    plain =
        base == null || (isFetchable(base) && (prefix.isEmpty() || PlainUrls.isRelative(prefix)));
  }

  /**
   * Whether it is certain without parsing that a source, written in a JSON text without escapes,
   * has a URL. So are nearly all, and parsing a thousand takes as long as all else in a small map.
   */
  boolean certainlyResolve(byte[] json, int start, int end) {
    return (plain && PlainUrls.isRelative(json, start, end))
        || PlainUrls.isOfBuildTool(json, start, end)
        || PlainUrls.isOfFile(json, start, end);
  }

  /** Whether two make the same URLs of the same sources. */
  boolean isLike(SourceUrls other) {
    return prefix.equals(other.prefix) && Objects.equals(base, other.base);
  }

  /** The URL of a source, null where it cannot be parsed. Relative only without a base. */
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

  /** An upper bound, but for percent-encoding, of the length of a source's URL. */
  long length(int sourceLength) {
    return (base == null ? 0L : base.href().length()) + prefix.length() + sourceLength;
  }

  private String prefixed(String source) {
    boolean doubled = !prefix.isEmpty() && source.startsWith("/");
    return prefix + (doubled ? source.substring(1) : source);
  }
}
