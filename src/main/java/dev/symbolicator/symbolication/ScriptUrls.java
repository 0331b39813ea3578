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

  private static final int BYTES_PER_URL_CHARACTER = 3;

  private static final int LOOKUP_BYTES = 512;

  private final RequestContext context;
  private final int maxOrigins;
  private final RecentUrls recent;
  private final Set<String> origins = new HashSet<>();

  sealed interface UrlCheck {}

  /** The script may be looked up. The URL has no fragment, and may be made for a path. */
  record UsableUrl(WebUrl url, boolean isPath) implements UrlCheck {}

  record UnusableUrl(ScriptReport report) implements UrlCheck {}

  ScriptUrls(RequestContext context, int maxOrigins, RecentUrls recent) {
    this.context = context;
    this.maxOrigins = maxOrigins;
    this.recent = recent;
  }

  /** Takes the memory of a look-up; returns false if there is too little left. */
  static boolean takeMemory(RequestContext context, String url) {
    return context.take(lookUpBytes(url));
  }

  static long lookUpBytes(String url) {
    return LOOKUP_BYTES + (long) BYTES_PER_URL_CHARACTER * url.length();
  }

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
   * Recent URLs, since parsing one takes longer than looking its script up; about a megabyte at
   * most, by {@link #MOST} and {@link #LONGEST}.
   */
  static final class RecentUrls {
    static final int MOST = 512;

    static final int LONGEST = 256;

    /** The longest URL that is remembered, in characters: escapes are longer than the text. */
    private static final int LONGEST_PARSED = 2 * LONGEST;

    private final Cache<String, RecentUrl> urls =
        Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    /** A parsed URL without fragment; the origin is empty except for http and https. */
    record RecentUrl(WebUrl url, String origin, boolean isPath) {}

    @Nullable RecentUrl get(String text) {
      return urls.getIfPresent(text);
    }

    /** Parses a URL unless it is remembered; null if neither URL nor absolute path. */
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
