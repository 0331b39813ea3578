package dev.symbolicator.symbols;

import java.util.regex.Pattern;

/** Names that a builder made up and that no original source has. */
final class InventedNames {
  /** What esbuild puts behind the name of a file. */
  static final String DEFAULT = "_default";

  private static final Pattern NO_IDENTIFIER = Pattern.compile("[^A-Za-z0-9_$]+");

  private InventedNames() {}

  /**
   * Whether esbuild gave the name to what a source exports as its default and did not name: {@code
   * menu_default} in {@code menu.ts} or {@code menu/index.ts}.
   */
  static boolean isDefaultExport(String name, String sourceUrl) {
    if (!name.endsWith(DEFAULT)) {
      return false;
    }
    String[] parts = sourceUrl.replaceFirst("[?#].*$", "").split("/", -1);
    String file = parts[parts.length - 1];
    int dot = file.indexOf('.', 1);
    String base = dot < 0 ? file : file.substring(0, dot);
    if (base.equals("index") && parts.length > 1) {
      base = parts[parts.length - 2];
    }
    String identifier = NO_IDENTIFIER.matcher(base).replaceAll("_");
    return name.equals(identifier + DEFAULT);
  }

  /**
   * Whether esbuild gave the name to the class that is assigned to a variable: {@code var Menu =
   * class _Menu}, where the class uses its own name.
   */
  static boolean isInnerName(String className, String variable) {
    return className.length() == variable.length() + 1
        && className.charAt(0) == '_'
        && className.endsWith(variable);
  }
}
