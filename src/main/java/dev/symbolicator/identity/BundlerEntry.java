package dev.symbolicator.identity;

import dev.symbolicator.identity.NormalPath.Origin;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What webpack, Rspack and Turbopack write around a path: a scheme with a namespace, loaders before
 * it, layers and types; and the names of the modules that they make themselves.
 */
final class BundlerEntry {
  private static final Pattern BUNDLER =
      Pattern.compile(
          "(webpack|webpack-internal|rspack|rspack-internal|turbopack|webpack-generated)://");
  private static final Pattern INNER_BUNDLER =
      Pattern.compile("(?:webpack|rspack|turbopack)(?:-internal)?://");
  private static final int MOST_SCHEMES = 4;
  private static final String TURBOPACK = "turbopack";

  private static final int LEAST_HASH = 16;

  private static final Pattern WEBPACK_RUNTIME =
      Pattern.compile(
          "webpack/(?:runtime|bootstrap|startup|before-startup|universalModuleDefinition"
              + "|container|sharing|hot|require)|webpack/?\\z");
  private static final Pattern WEBPACK_ITSELF =
      Pattern.compile("\\(webpack\\)[-/]?(.*)", Pattern.DOTALL);
  private static final Pattern MADE_MODULE =
      Pattern.compile(
          "external|ignored|container entry|provide shared module|provide module"
              + "|consume shared module|fallback|remote |delegated|dll-reference|multi |data:"
              + "|sharing|webpack:");
  private static final Pattern MODULES_OF_FOLDER =
      Pattern.compile(" (?:sync|lazy|weak|eager|async-weak)(?![A-Za-z0-9_])");
  private static final String IGNORED = "(ignored)";
  private static final Pattern RANGE_OF_VERSIONS = Pattern.compile("@[0-9^~>=.* |-]++");
  private static final Pattern LAYER = Pattern.compile("\\([a-zA-Z0-9_-]+\\)/(?=\\.{1,2}/)");
  private static final Pattern TURBOPACK_FOLDER =
      Pattern.compile("\\[([a-zA-Z0-9_-]+)]/(.*)", Pattern.DOTALL);

  private String text;

  /** The bundler's scheme; empty without one. */
  private String scheme = "";

  private String namespace = "";

  /** The namespace of a library's own map; empty if the entry is from the bundler's map. */
  private String library = "";

  BundlerEntry(String entry) {
    text = entry;
    peel();
  }

  /** Tells whether the entry has a bundler's scheme. */
  boolean hasScheme() {
    return !scheme.isEmpty();
  }

  /** Returns the namespace of the outermost scheme; empty without one. */
  String namespace() {
    return namespace;
  }

  /** Returns the namespace of a library's own map; empty if the entry is of the bundler's map. */
  String library() {
    return library;
  }

  /** Returns what remains: a path, unless {@link #made} has an answer. */
  String text() {
    return text;
  }

  /** Peels the scheme, or several if a library's own map came through a bundler, and loaders. */
  private void peel() {
    boolean isInner = true;
    for (int i = 0; i < MOST_SCHEMES && isInner; i++) {
      Matcher outer = BUNDLER.matcher(text);
      if (!outer.lookingAt()) {
        break;
      }
      scheme = outer.group(1);
      String rest = text.substring(outer.end());
      String first = PathText.before('/', rest);
      Matcher inner = INNER_BUNDLER.matcher(rest);
      isInner = inner.find();
      if (isInner) {
        namespace = namespace.isEmpty() ? first : namespace;
        library = PathText.before('/', rest.substring(inner.end()));
        text = rest.substring(inner.start());
      } else if (scheme.equals(TURBOPACK)) {
        text = rest.substring(PathText.behindSlashes(rest, 0));
      } else {
        namespace = i == 0 ? first : namespace;
        text = PathText.withoutStart("/", rest.substring(first.length()));
      }
    }
    library = library.equals(namespace) ? "" : library;
    if (text.indexOf('%') >= 0) {
      text = PathText.composed(PathText.decodedOrSame(text, ""));
    }
    boolean hasLoaders =
        !scheme.isEmpty()
            || text.startsWith("!")
            || text.startsWith("-!")
            || text.contains("loader");
    text = hasLoaders ? text.substring(text.lastIndexOf('!') + 1) : text;
  }

  /** Returns what the bundler made itself, and its own packages. */
  @Nullable NormalPath made() {
    if (WEBPACK_RUNTIME.matcher(text).lookingAt()) {
      // Rspack writes an underscore for a blank.
      return runtime(withoutHash(PathText.before('?', text).replace('_', ' ')));
    }
    Matcher webpack = WEBPACK_ITSELF.matcher(text);
    if (webpack.matches()) {
      return NormalPath.in(
          new PackagePath("webpack", "", PathText.before('?', webpack.group(1))), "", namespace);
    }
    boolean isIgnored = text.endsWith(IGNORED);
    if (isIgnored
        || MADE_MODULE.matcher(text).lookingAt()
        || MODULES_OF_FOLDER.matcher(text).find()) {
      int before = text.length() - IGNORED.length();
      int end = isIgnored ? PathText.trimmedEnd(text, before) : text.length();
      String kept = isIgnored && end == before ? text : text.substring(0, end);
      return runtime(PathText.trimmed(RANGE_OF_VERSIONS.matcher(kept).replaceAll("")));
    }
    // Without the dot behind it, it may be a group of routes of Next.js.
    text = LAYER.matcher(text).lookingAt() ? text.substring(text.indexOf('/') + 1) : text;
    return scheme.equals(TURBOPACK) ? turbopackModule() : null;
  }

  private static String withoutHash(String text) {
    int hash = text.length();
    while (hash > 0 && PathText.isHex(text, hash - 1, hash, 1)) {
      hash--;
    }
    int end = PathText.trimmedEnd(text, hash);
    return text.length() - hash >= LEAST_HASH && end < hash ? text.substring(0, end) : text;
  }

  private @Nullable NormalPath turbopackModule() {
    text = withoutLabels(text);
    Matcher folder = TURBOPACK_FOLDER.matcher(text);
    if (!folder.matches()) {
      return null;
    }
    String path = PathText.before('?', folder.group(2));
    switch (folder.group(1)) {
      case "project" -> {
        text = folder.group(2);
        return null;
      }
      case "next" -> {
        return NormalPath.in(new PackagePath("next", "", path), "", namespace);
      }
      default -> {
        return runtime(folder.group(1) + '/' + PathText.collapsed(path));
      }
    }
  }

  /** Drops what Turbopack writes behind a path: {@code a.ts [app-client] (ecmascript)}. */
  private static String withoutLabels(String text) {
    int end = text.length();
    int open = labelStart(text, end);
    while (open > 0 && PathText.isBlank(text.charAt(open - 1))) {
      end = PathText.trimmedEnd(text, open);
      open = labelStart(text, end);
    }
    return text.substring(0, end);
  }

  /** Returns where the label before a place begins; -1 if there is none. */
  private static int labelStart(String text, int end) {
    int kind = end == 0 ? -1 : "])>".indexOf(text.charAt(end - 1));
    for (int at = end - 2; at >= 0 && kind >= 0; at--) {
      if (text.charAt(at) == "[(<".charAt(kind)) {
        return at;
      }
      if (text.charAt(at) == text.charAt(end - 1)) {
        return -1;
      }
    }
    return -1;
  }

  private NormalPath runtime(String name) {
    return NormalPath.named(Origin.RUNTIME, name, namespace);
  }
}
