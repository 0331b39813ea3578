package dev.symbolicator.url;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a script is by the name that its engine gives: a URL, or a path, which is no base of
 * relative URLs. Node.js names CommonJS modules by paths, and by file: URLs in other profiles, so a
 * path becomes the URL of Node's {@code pathToFileURL}.
 */
public record ScriptLocation(WebUrl url, boolean isPath) {
  private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:[/\\\\].*", Pattern.DOTALL);

  /**
   * React Native's engine would drop a question mark (npm's {@code jsc-safe-url}); Metro serves
   * both spellings.
   */
  private static final String BUNDLE_QUERY = ".bundle//&";

  /** Returns the location; null for a name that is neither a URL nor an absolute path. */
  public static @Nullable ScriptLocation of(String name) {
    boolean isWindows = DRIVE.matcher(name).matches();
    boolean isPath = isWindows || (name.startsWith("/") && !name.startsWith("//"));
    WebUrl url =
        isPath ? WebUrl.parse("file://" + escaped(name, isWindows)) : WebUrl.parse(normal(name));
    return url == null ? null : new ScriptLocation(url, isPath);
  }

  private static String escaped(String path, boolean isWindows) {
    String whole = path.replace("%", "%25");
    return (isWindows ? "/" + whole.replace('\\', '/') : whole.replace("\\", "%5C"))
        .replace("?", "%3F")
        .replace("#", "%23")
        .replace("\t", "%09")
        .replace("\n", "%0A")
        .replace("\r", "%0D");
  }

  private static String normal(String url) {
    int bundle = url.indexOf(BUNDLE_QUERY);
    if (bundle < 0 || url.lastIndexOf('?', bundle) >= 0 || url.startsWith("data:")) {
      return url;
    }
    int end = bundle + BUNDLE_QUERY.indexOf('/');
    return url.substring(0, end) + "?" + url.substring(bundle + BUNDLE_QUERY.length());
  }
}
