package dev.symbolicator.access;

import dev.symbolicator.url.WebUrl;
import java.util.List;

/**
 * Reads the URL prefixes of a token. Each ends with a slash, so {@code https://cdn.example.com/a/}
 * allows no script below {@code /ab/}, and {@code https://cdn.example.com/} none at {@code
 * cdn.example.com.evil.example}.
 */
final class ScriptPrefixes {
  private static final String ANY = "*";

  private ScriptPrefixes() {}

  /**
   * Returns the prefixes as browsers write URLs; empty if any URL is allowed.
   *
   * @param key the configuration key, for the message
   * @throws IllegalArgumentException if an entry is no prefix; the message names key and entry
   */
  static List<String> parse(String key, List<String> configured) {
    List<String> entries = configured.stream().map(String::strip).toList();
    if (entries.equals(List.of(ANY))) {
      return List.of();
    }
    return entries.stream().map(entry -> parse(key, entry)).distinct().toList();
  }

  private static String parse(String key, String entry) {
    WebUrl url = WebUrl.parse(entry);
    if (url == null
        || !url.isHttp()
        || url.hasCredentials()
        || !url.href().equals(url.origin() + url.path())
        || !url.path().endsWith("/")) {
      throw new IllegalArgumentException(
          "%s: \"%s\" is no prefix of scripts' URLs. Write https://cdn.example.com/assets/, with a"
                  .formatted(key, entry.substring(entry.lastIndexOf('@') + 1))
              + " slash at its end, or only * for any script.");
    }
    return url.href();
  }
}
