package dev.symbolicator.maps.upload;

import java.util.Locale;

/** The role of a file in a build folder. */
public enum FileRole {
  SCRIPT,
  MAP,
  /** A JSON file that may be a map. */
  PERHAPS_MAP,
  /** Neither a script nor a map. */
  OTHER;

  /** Returns the role that a path suggests. Maps of style sheets and of types are of no use. */
  public static FileRole of(String path) {
    String name = path.toLowerCase(Locale.ROOT);
    if (endsWith(name, ".js", ".mjs", ".cjs")) {
      return SCRIPT;
    }
    if (name.endsWith(".map")) {
      return endsWith(name, ".css.map", ".d.ts.map", ".d.mts.map", ".d.cts.map") ? OTHER : MAP;
    }
    return name.endsWith(".json") ? PERHAPS_MAP : OTHER;
  }

  private static boolean endsWith(String name, String... ends) {
    for (String end : ends) {
      if (name.endsWith(end)) {
        return true;
      }
    }
    return false;
  }
}
