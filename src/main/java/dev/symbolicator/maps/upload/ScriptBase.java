package dev.symbolicator.maps.upload;

import dev.symbolicator.maps.MapLimits;
import dev.symbolicator.url.WebUrl;
import org.jspecify.annotations.Nullable;

/** A build folder's place: a URL, or a path as {@code ~/assets/} if any origin may serve it. */
public final class ScriptBase {
  private static final String ANY_ORIGIN = "~";

  /** Stands for the origin of a path, since only absolute URLs can be resolved. */
  private static final String PATH_ORIGIN = "https://path.invalid";

  private static final int MAX_LENGTH = MapLimits.DEFAULT.scriptLength();

  /** So that no path of an archive makes the name of a script too long. */
  private static final int MAX_BASE_LENGTH = MAX_LENGTH - 3 * UploadLimits.DEFAULT.pathBytes();

  private final String folder;
  private final boolean hasPathOnly;

  private ScriptBase(String folder, boolean hasPathOnly) {
    this.folder = folder;
    this.hasPathOnly = hasPathOnly;
  }

  /**
   * Reads a base, whose last slash may be missing; null if it is no http or https URL without user,
   * query and fragment, nor a {@code ~/} path, or too long.
   */
  public static @Nullable ScriptBase parse(String text) {
    WebUrl url = absolute(text);
    if (url == null
        || url.query() != null
        || url.fragment() != null
        || url.href().length() >= MAX_BASE_LENGTH) {
      return null;
    }
    String href = url.href();
    return new ScriptBase(href.endsWith("/") ? href : href + '/', isPath(text));
  }

  /** Returns a URL without fragment, or a path as {@code ~/assets/app.js}; null if neither. */
  public static @Nullable String scriptName(String text) {
    WebUrl url = absolute(text);
    return url == null || url.href().length() > MAX_LENGTH
        ? null
        : name(url.withoutFragment(), isPath(text));
  }

  /** Returns the name of the script at a path below this base; null if there can be none. */
  public @Nullable String scriptAt(String path) {
    WebUrl url = WebUrl.parse(folder + encoded(path));
    return url == null ? null : name(url, hasPathOnly);
  }

  /** Returns a map's name, without query and fragment; null if the URL cannot be parsed. */
  static @Nullable String resolve(String mapUrl, String script) {
    WebUrl base = absolute(script);
    WebUrl url = base == null ? null : WebUrl.parse(mapUrl, base);
    if (url == null || !url.isHttp() || url.href().length() > MAX_LENGTH) {
      return null;
    }
    boolean isPath = isPath(script) && url.origin().equals(PATH_ORIGIN);
    return isPath ? ANY_ORIGIN + url.path() : url.origin() + url.path();
  }

  private static boolean isPath(String text) {
    return text.startsWith(ANY_ORIGIN + '/');
  }

  private static @Nullable WebUrl absolute(String text) {
    WebUrl url =
        WebUrl.parse(isPath(text) ? PATH_ORIGIN + text.substring(ANY_ORIGIN.length()) : text);
    return url != null && url.isHttp() && !url.hasCredentials() ? url : null;
  }

  private static String name(WebUrl url, boolean isPath) {
    return isPath ? ANY_ORIGIN + url.pathAndQuery() : url.href();
  }

  /** Encodes the characters of a file's path that have a meaning in a URL. */
  private static String encoded(String path) {
    return path.replace("%", "%25").replace("?", "%3F").replace("#", "%23").replace("\\", "%5C");
  }
}
