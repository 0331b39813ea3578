package dev.symbolicator.fetch;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Tells which paths look like a script's: {@link FetchConfig#scriptPaths}. */
final class ScriptPaths {
  private final List<String> patterns;

  ScriptPaths(List<String> patterns) {
    this.patterns =
        patterns.stream()
            .map(pattern -> pattern.strip().toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableList());
  }

  boolean contain(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return patterns.stream().anyMatch(pattern -> matches(pattern, lower));
  }

  /** Matches without recursion: on a mismatch, only the last star takes one more character. */
  private static boolean matches(String pattern, String path) {
    int p = 0;
    int at = 0;
    int afterStar = -1;
    int starEnd = 0;
    while (at < path.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        afterStar = ++p;
        starEnd = at;
      } else if (p < pattern.length() && pattern.charAt(p) == path.charAt(at)) {
        p++;
        at++;
      } else if (afterStar >= 0) {
        p = afterStar;
        at = ++starEnd;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}
