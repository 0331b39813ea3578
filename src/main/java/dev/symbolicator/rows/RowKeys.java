package dev.symbolicator.rows;

import dev.symbolicator.identity.ShortHash;
import org.jspecify.annotations.Nullable;

/**
 * Makes the keys of stacks, and of functions without an id. A key depends on nothing but its
 * arguments: see {@code docs/api.md}. Not thread-safe.
 */
final class RowKeys {
  /** The stack around an outermost function. */
  static final long ROOT = 0;

  private static final int HEX_DIGITS = 16;
  private static final String STACKS = "s1";
  private static final String NUL = "\0";

  private final ShortHash hash = new ShortHash();

  /** Stores have no unsigned numbers of 64 bits, so the top bit is 0. */
  long stack(long parent, String function) {
    return hash.of(STACKS + NUL + ShortHash.hex(parent) + NUL + function) & Long.MAX_VALUE;
  }

  /** Makes a key that no id is equal to, since it begins with an x. Null counts as empty. */
  String function(
      @Nullable String origin, @Nullable String packageName, @Nullable String path, String name) {
    String text = String.join(NUL, known(origin), known(packageName), known(path), name);
    return "x" + ShortHash.hex(hash.of(text)).substring(0, HEX_DIGITS - 1);
  }

  private static String known(@Nullable String text) {
    return text == null ? "" : text;
  }

  /**
   * Returns the path of a script's URL, without query and fragment. Of {@code data:} and {@code
   * blob:} URLs only the scheme is left: the rest is the script itself, or another each time.
   */
  static String path(String url) {
    if (hasScheme(url, "data:") || hasScheme(url, "blob:")) {
      return url.substring(0, url.indexOf(':') + 1);
    }
    int end = url.length();
    for (int i = url.length() - 1; i >= 0; i--) {
      if (url.charAt(i) == '?' || url.charAt(i) == '#') {
        end = i;
      }
    }
    int authority = url.substring(0, end).indexOf("://");
    if (authority < 0) {
      return url.substring(0, end);
    }
    int path = url.indexOf('/', authority + "://".length());
    return path < 0 || path >= end ? "/" : url.substring(path, end);
  }

  private static boolean hasScheme(String url, String scheme) {
    return url.regionMatches(true, 0, scheme, 0, scheme.length());
  }
}
