package dev.symbolicator.symbolication;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.symbolicator.script.ScriptResult.Failed;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbolication.ScriptUrls.RecentUrls.RecentUrl;
import dev.symbolicator.symbolication.Symbolicator.RequestContext;
import dev.symbolicator.url.ScriptLocation;
import dev.symbolicator.url.WebUrl;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the URLs of the scripts of one request before the scripts are looked up. */
final class ScriptUrls {
  /** The longest URL that is parsed, in UTF-16 units: parsing takes a hundred times its size. */
  static final int LONGEST_URL = 1 << 16;

  static final Failed OUT_OF_MEMORY =
      Failed.passing(
          ScriptStatus.OVERLOADED,
          "There was not enough memory to look up the script. Try again later.");

  /** The memory of a parsed URL for each of its characters. */
  private static final int BYTES_PER_URL_CHARACTER = 3;

  /** The memory of one look-up, without the script's URL. */
  private static final int LOOKUP_BYTES = 512;

  private final RequestContext context;
  private final int maxOrigins;
  private final RecentUrls recent;
  private final Set<String> origins = new HashSet<>();

  /** The result of a check. */
  sealed interface UrlCheck {}

  /**
   * The script may be looked up.
   *
   * @param url without its fragment
   * @param isPath whether the profile names the script by a path
   */
  record UsableUrl(WebUrl url, boolean isPath) implements UrlCheck {}

  /** The script cannot be looked up. */
  record UnusableUrl(ScriptReport report) implements UrlCheck {}

  /**
   * Checks no URL yet.
   *
   * @param maxOrigins the most origins of all usable http and https URLs
   * @param recent the URLs of earlier requests
   */
  ScriptUrls(RequestContext context, int maxOrigins, RecentUrls recent) {
    this.context = context;
    this.maxOrigins = maxOrigins;
    this.recent = recent;
  }

  /** Takes the memory of a look-up; returns false if there is too little left. */
  static boolean takeMemory(RequestContext context, String url) {
    return context.take(lookUpBytes(url));
  }

  /** Returns the memory of a look-up. */
  static long lookUpBytes(String url) {
    return LOOKUP_BYTES + (long) BYTES_PER_URL_CHARACTER * url.length();
  }

  /** Tells whether a URL may be that of a script with a source map. */
  static boolean mayHaveMap(WebUrl url) {
    return !url.scheme().equals("wasm") && !url.path().endsWith(".wasm");
  }

  /** Checks a URL, and takes the memory of the script's look-up. */
  UrlCheck check(String url) {
    if (url.length() > LONGEST_URL) {
      return unusable(
          ScriptStatus.UNSUPPORTED,
          "The URL is longer than " + LONGEST_URL + " characters, so nothing is fetched.");
    }
    if (!takeMemory(context, url)) {
      return new UnusableUrl(OUT_OF_MEMORY.report());
    }
    RecentUrl known = recent.parse(url);
    if (known == null) {
      return unusable(
          ScriptStatus.UNSUPPORTED,
          "The script's name is not a valid URL, so nothing is fetched. Name the script by its URL.");
    }
    WebUrl parsed = known.url();
    if (!mayHaveMap(parsed)) {
      return unusable(
          ScriptStatus.UNSUPPORTED,
          "WebAssembly is not symbolicated: its columns are bytes of a module.");
    }
    if (parsed.isHttp() && !admits(known.origin())) {
      return unusable(
          ScriptStatus.SKIPPED,
          "The scripts are of more origins than symbolicator.symbolication.max-origins ("
              + maxOrigins
              + ") allows in one request.");
    }
    return new UsableUrl(parsed, known.isPath());
  }

  private boolean admits(String origin) {
    return origins.contains(origin) || (origins.size() < maxOrigins && origins.add(origin));
  }

  private static UnusableUrl unusable(ScriptStatus status, String detail) {
    return new UnusableUrl(ScriptReport.lasting(status, null, detail));
  }

  /**
   * Remembers the URLs of recent scripts, since parsing a URL takes longer than looking its script
   * up. All users of a page send the same few URLs.
   *
   * <p>The memory is bounded by {@link #MOST} and {@link #LONGEST}: about a megabyte at most, and
   * 200 KB with usual URLs.
   */
  static final class RecentUrls {
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
}
