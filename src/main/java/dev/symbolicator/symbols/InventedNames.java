package dev.symbolicator.symbols;

import java.util.regex.Pattern;

/** Recognises names that a builder made up and that no original source has. */
final class InventedNames {
  /** The suffix that esbuild puts behind the name of a file. */
  static final String DEFAULT = "_default";

  private static final Pattern NO_IDENTIFIER = Pattern.compile("[^A-Za-z0-9_$]+");

  private InventedNames() {}

  /**
   * Returns the name that esbuild gives to a source's unnamed default export: {@code menu_default}
   * in {@code menu.ts} or {@code menu/index.ts}.
   */
  static String ofDefaultExport(String sourceUrl) {
    String path = ScannedSource.path(sourceUrl);
    int slash = path.lastIndexOf('/');
    String file = path.substring(slash + 1);
    int dot = file.indexOf('.', 1);
    String base = dot < 0 ? file : file.substring(0, dot);
    if (base.equals("index") && slash >= 0) {
      base = path.substring(path.lastIndexOf('/', slash - 1) + 1, slash);
    }
    return NO_IDENTIFIER.matcher(base).replaceAll("_") + DEFAULT;
  }

  /**
   * Tells whether esbuild made a class's name from the variable that the class is assigned to, as
   * in {@code var Menu = class _Menu}. esbuild does so if the class uses its own name.
   */
  static boolean isInnerName(String className, String variable) {
    return className.length() == variable.length() + 1
        && className.charAt(0) == '_'
        && className.endsWith(variable);
  }
}
