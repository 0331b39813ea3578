package dev.symbolicator.symbolication;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.symbolicator.url.ScriptLocation;
import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the URLs of recent scripts, since parsing a URL takes longer than looking its script
 * up. All users of a page send the same few URLs.
 *
 * <p>The memory is bounded by {@link #MOST} and {@link #LONGEST}: about a megabyte at most, and 200
 * KB with usual URLs.
 */
final class RecentUrls {
  /** The most URLs that are remembered. */
  static final int MOST = 512;

  /** The longest text that is remembered, in UTF-16 units. */
  static final int LONGEST = 256;

  /** The longest URL that is remembered, in characters: escapes are longer than the text. */
  private static final int LONGEST_PARSED = 2 * LONGEST;

  private final Cache<String, RecentUrl> urls =
      Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

  /**
   * A parsed URL of a script.
   *
   * @param url without its fragment
   * @param origin that of an http or https URL; else empty
   * @param isPath whether the text is a path, for which the URL was made
   */
  record RecentUrl(WebUrl url, String origin, boolean isPath) {}

  /** Returns a URL that is remembered; null if it is not. */
  @Nullable RecentUrl get(String text) {
    return urls.getIfPresent(text);
  }

  /**
   * Parses a URL, unless it is remembered.
   *
   * @return null if the text is neither a URL nor an absolute path
   */
  @Nullable RecentUrl parse(String text) {
    RecentUrl recent = get(text);
    if (recent != null) {
      return recent;
    }
    ScriptLocation location = ScriptLocation.of(text);
    if (location == null) {
      return null;
    }
    WebUrl parsed = location.url();
    RecentUrl made =
        new RecentUrl(
            parsed.withoutFragment(), parsed.isHttp() ? parsed.origin() : "", location.isPath());
    if (text.length() <= LONGEST && made.url().href().length() <= LONGEST_PARSED) {
      urls.put(text, made);
    }
    return made;
  }
}
