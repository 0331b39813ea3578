package dev.symbolicator.url;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Matches files of a build to scripts. Where the build lies on the web is unknown, so what two
 * paths have in common is how many of their last names are equal.
 */
public final class PathNames {
  private PathNames() {}

  /** Returns the names of a URL's path, decoded, without empty ones. */
  public static List<String> ofUrl(String path) {
    List<String> names = new ArrayList<>();
    for (String name : path.split("/", -1)) {
      if (!name.isEmpty()) {
        names.add(decoded(name));
      }
    }
    return names;
  }

  /** Returns the names of a file's path in either spelling, with its dots resolved. */
  public static List<String> ofFile(String path) {
    List<String> names = new ArrayList<>();
    for (String name : path.split("[/\\\\]", -1)) {
      if (name.equals("..")) {
        if (!names.isEmpty()) {
          names.remove(names.size() - 1);
        }
      } else if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    return names;
  }

  /** Returns how many of the last names are equal. */
  public static int equalEnd(List<String> some, List<String> others) {
    int equal = 0;
    while (equal < some.size()
        && equal < others.size()
        && some.get(some.size() - 1 - equal).equals(others.get(others.size() - 1 - equal))) {
      equal++;
    }
    return equal;
  }

  /** Decodes a name of a URL; a malformed one stays as it is. */
  public static String decoded(String name) {
    if (name.indexOf('%') < 0) {
      return name;
    }
    try {
      return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return name;
    }
  }
}
