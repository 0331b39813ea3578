package dev.symbolicator.maps;

import dev.symbolicator.url.WebUrl;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The URL or the path of a script in three parts, which together are the whole.
 *
 * @param directory the text up to the last slash of the path, with the slash
 * @param file the last segment of the path
 * @param query the query with its question mark; empty if there is none
 */
record ScriptName(String directory, String file, String query) {
  private static final String PATH = "~";

  /** Divides {@link MapEntry#script}. */
  static ScriptName of(String script) {
    int mark = script.indexOf('?');
    int end = mark < 0 ? script.length() : mark;
    int slash = script.lastIndexOf('/', end - 1) + 1;
    return new ScriptName(
        script.substring(0, slash), script.substring(slash, end), script.substring(end));
  }

  /**
   * Returns a script as browsers write its URL, without a fragment; null if the text is neither an
   * absolute URL nor a path that begins with {@code ~/}.
   */
  static @Nullable String canonical(String script) {
    if (!script.startsWith(PATH + '/')) {
      WebUrl url = WebUrl.parse(script);
      return url == null ? null : url.withoutFragment().href();
    }
    WebUrl url = WebUrl.parse("https://h" + script.substring(PATH.length()));
    return url == null ? null : PATH + url.pathAndQuery();
  }

  /** Returns the name of an upload that gives only the path of a URL; null if there is no path. */
  static @Nullable ScriptName pathOf(WebUrl url) {
    return url.path().startsWith("/") ? of(PATH + url.pathAndQuery()) : null;
  }

  /** Returns this name in the form in which two spellings of one name are equal. */
  ScriptName comparable() {
    return of(WebUrl.comparable(toString()));
  }

  /**
   * Returns a file's name in a form that is equal for names that are easily mistaken for each
   * other: encoded twice, with plus signs for spaces, or in another case.
   *
   * @param file without its query
   */
  static String lookalike(String file) {
    String once = file.replaceAll("%(?:25)+", "%");
    return WebUrl.comparable(once).replace('+', ' ').toLowerCase(Locale.ROOT);
  }

  ScriptName withoutQuery() {
    return query.isEmpty() ? this : new ScriptName(directory, file, "");
  }

  boolean hasQuery() {
    return !query.isEmpty();
  }

  @Override
  public String toString() {
    return directory + file + query;
  }
}
