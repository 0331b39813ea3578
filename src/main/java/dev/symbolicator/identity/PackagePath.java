package dev.symbolicator.identity;

import static java.util.regex.Pattern.DOTALL;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of a package, as package managers, their stores and the hosts of packages spell it.
 *
 * @param name the package's name, with its registry if that is not npm: {@code jsr:@std/path}
 * @param version the version without a leading {@code v}; empty if it is not known
 * @param path the file within the package, without dots and a leading slash
 */
record PackagePath(String name, String version, String path) {
  private static final Set<String> RUNTIME =
      Set.of(
          """
          metro-runtime webpack webpack-dev-server webpack-hot-middleware vite rolldown rollup \
          @rspack/core @rspack/dev-server systemjs @module-federation/runtime \
          @module-federation/webpack-bundler-runtime react-refresh \
          @pmmmwh/react-refresh-webpack-plugin"""
              .split(" ", -1));

  private static final List<String> RUNTIME_PREFIXES =
      List.of(
          "@parcel/runtime-",
          "@parcel/transformer-",
          "@module-federation/runtime",
          "@prefresh/",
          "@vitejs/");

  private static final String NODE_MODULES = "node_modules/";

  private static final Pattern STORE =
      Pattern.compile(".*\\.(?:pnpm|bun|deno|store)/[^/]+", DOTALL);
  private static final Pattern STORED_FOLDER =
      Pattern.compile("(?:@[^@+]++\\+)?[^@]++@([^_(]+).*", DOTALL);
  private static final String YARN = "-npm-";
  private static final Pattern YARN_TAG = Pattern.compile("[0-9a-z]+");
  private static final Pattern CNPM_FOLDER = Pattern.compile("_@?[^@]++@([^@]++)@(.+)", DOTALL);
  private static final Pattern VITE_DEPENDENCY =
      Pattern.compile("\\.vite/deps(?:_ssr)?/(.+?)(?:\\.js)?", DOTALL);
  private static final Pattern VITE_NAME =
      Pattern.compile("(?:(@[^_]++)_([^_]++)|([^@_][^_]*+)_).*", DOTALL);

  private static final String NAME = "(?<name>@[^/]+/[^/]+|[^/]+)";
  private static final String SCOPED = "(?<name>@[^/]+/[^/@]+|[^/@]+)";
  private static final String REPOSITORY = "gh/(?<name>[^/]+/[^/@]+)";
  private static final String AT_VERSION = "(?:@(?<version>[^/]+))?";
  private static final String VERSION = "(?<version>[^/]+)";
  private static final String PATH = "/(?<path>.*)";
  private static final String ESM_BUILD = "(?:(?:v[0-9]+|stable)/)?+\\*?+";
  private static final String ESM_TARGET =
      "(?:X-[A-Za-z0-9_=-]+/)?+(?:(?:es20[0-9]{2}|esnext|deno|denonext|node|bun)/)?+";
  private static final String SKYPACK_BUILD =
      "-[A-Za-z0-9]{16,}/(?:dist=[^/]*/)?+(?:optimized|unoptimized)?+/?+";

  /** A name, perhaps with a version, and perhaps a path. */
  private static final Form NAMED = Form.of("", "", NAME + "(?:" + PATH + ")?");

  private static final Form JSR_NAMED = Form.of("", "jsr:", NAME + "(?:" + PATH + ")?");

  /** Hosts of packages with the paths of their URLs, in the order in which they are tried. */
  private static final List<Form> HOSTED =
      List.of(
          Form.of("unpkg.com www.unpkg.com esm.run npmcdn.com", "", NAME + "(?:" + PATH + ")?"),
          Form.of("*.jsdelivr.net", "", "npm/" + NAME + "(?:" + PATH + ")?"),
          Form.of("*.jsdelivr.net", "gh:", REPOSITORY + AT_VERSION + PATH),
          Form.of("esm.sh cdn.esm.sh", "gh:", ESM_BUILD + REPOSITORY + AT_VERSION + PATH),
          Form.of(
              "esm.sh cdn.esm.sh",
              "jsr:",
              ESM_BUILD + "jsr/(?<name>@[^/]+/[^/@]+)" + AT_VERSION + "/?(?<path>.*)"),
          Form.of(
              "esm.sh cdn.esm.sh", "", ESM_BUILD + NAME + "(?:/" + ESM_TARGET + "(?<path>.*))?"),
          Form.of(
              "cdn.skypack.dev",
              "",
              "-/" + SCOPED + "@v?" + VERSION + SKYPACK_BUILD + "(?<path>.*)"),
          Form.of("cdn.skypack.dev", "", NAME + "(?:" + PATH + ")?"),
          Form.of("*.jspm.io *.jspm.dev", "", "npm:" + NAME + "(?:" + PATH + ")?"),
          Form.of(
              "cdnjs.cloudflare.com ajax.googleapis.com",
              "",
              "ajax/libs/(?<name>[^/]+)/" + VERSION + PATH),
          Form.of("deno.land", "deno:", "x/(?<name>[^/@]+)" + AT_VERSION + PATH),
          Form.of("deno.land", "deno:", "(?<name>std)" + AT_VERSION + PATH),
          Form.of("jsr.io npm.jsr.io", "jsr:", "(?<name>@[^/]+/[^/]+)/" + VERSION + PATH));

  /** Folders of packages beside {@code node_modules}, in the order in which they are looked for. */
  private static final List<Form> STORED =
      List.of(
          Form.of("registry.npmjs.org/", "", NAME + "/" + VERSION + PATH),
          Form.of("bower_components/", "", "(?<name>[^/]+)(?<version>)" + PATH),
          Form.of("jspm_packages/", "", "(?:npm|github)/" + SCOPED + "@" + VERSION + PATH));

  PackagePath {
    boolean hasV = version.length() > 1 && version.charAt(0) == 'v' && isDigit(version.charAt(1));
    version = hasV ? version.substring(1) : version;
    path = PathText.collapsed(path);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Tells whether the package is part of a bundler or of its development server. */
  boolean isRuntime() {
    return RUNTIME.contains(name)
        || RUNTIME_PREFIXES.stream()
            .anyMatch(prefix -> name.startsWith(prefix) && name.length() > prefix.length());
  }

  /** Reads the path of a URL at a host of packages; null for all other hosts and paths. */
  static @Nullable PackagePath ofHost(String host, String path) {
    for (Form form : HOSTED) {
      if (form.isAt(host)) {
        PackagePath found = form.read(path, PathText.behindSlashes(path, 0));
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** Reads {@code npm:name@version/path} and {@code jsr:@scope/name}; null for other texts. */
  static @Nullable PackagePath ofSpecifier(String text) {
    Form form = text.startsWith("npm:") ? NAMED : text.startsWith("jsr:") ? JSR_NAMED : null;
    return form == null ? null : form.read(text, PathText.behindSlashes(text, "npm:".length()));
  }

  /**
   * Reads a path that goes through a folder of packages, of which the last counts; else null.
   * webpack 1 writes {@code ~} for {@code node_modules}.
   */
  static @Nullable PackagePath ofFolders(String path) {
    int tilde = path.lastIndexOf("/~/") + 1;
    int modules = path.lastIndexOf(NODE_MODULES);
    boolean isTilde = tilde > modules && path.startsWith("~/", tilde);
    int at = isTilde ? tilde : modules;
    if (at == 0 || (at > 0 && path.charAt(at - 1) == '/')) {
      String rest = path.substring(at + (isTilde ? "~/" : NODE_MODULES).length());
      PackagePath found = ofNodeModules(path.substring(0, Math.max(0, at - 1)), rest);
      if (found != null) {
        return found;
      }
    }
    for (Form form : STORED) {
      String folder = form.places().get(0);
      for (at = path.indexOf(folder); at >= 0; at = path.indexOf(folder, at + 1)) {
        boolean isWhole = at == 0 || path.charAt(at - 1) == '/';
        PackagePath found = isWhole ? form.read(path, at + folder.length()) : null;
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private static @Nullable PackagePath ofNodeModules(String parent, String rest) {
    Matcher vite = VITE_DEPENDENCY.matcher(rest);
    if (vite.matches()) {
      return ofVite(vite.group(1));
    }
    Matcher folder = NAMED.file().matcher(rest).region(behindDots(rest), rest.length());
    if (!folder.matches() || folder.group("name").equals("..")) {
      return null;
    }
    PackagePath found = NAMED.packagePath(folder);
    Matcher cnpm = CNPM_FOLDER.matcher(folder.group("name"));
    if (cnpm.matches()) {
      // Behind a scope the name is a folder of its own: _@a_b@1.0.0@@a/b
      String whole = cnpm.group(2).startsWith("@") ? cnpm.group(2) + '/' + found.path : "";
      Matcher scoped = NAMED.file().matcher(whole);
      found =
          scoped.matches()
              ? new PackagePath(
                  scoped.group("name"),
                  cnpm.group(1),
                  Objects.requireNonNullElse(scoped.group("path"), ""))
              : new PackagePath(cnpm.group(2), cnpm.group(1), found.path);
    } else if (found.version.isEmpty()) {
      found = new PackagePath(found.name, storeVersion(parent), found.path);
    }
    return found.name.startsWith("@jsr/")
        ? new PackagePath(jsrName(found.name), found.version, found.path)
        : found;
  }

  /** Returns the place of the first folder that is not empty and not a dot. */
  private static int behindDots(String path) {
    int at = 0;
    while (path.startsWith("/", at) || path.startsWith("./", at)) {
      at++;
    }
    return at;
  }

  /** Reads a name in jsr's registry for npm: {@code @jsr/std__path}. */
  private static String jsrName(String name) {
    String inner = PathText.withoutStart("@jsr/", name);
    int scope = inner.indexOf("__");
    return "jsr:@"
        + (scope < 0 ? inner : inner.substring(0, scope) + '/' + inner.substring(scope + 2));
  }

  /** Reads a dependency that Vite made one file of: {@code @scope_name_folder}. */
  private static PackagePath ofVite(String file) {
    Matcher name = VITE_NAME.matcher(file);
    if (file.startsWith("chunk-")) {
      return new PackagePath(".vite", "", file);
    }
    if (!name.matches()) {
      return new PackagePath(file, "", file);
    }
    String scope = name.group(1);
    return new PackagePath(scope == null ? name.group(3) : scope + '/' + name.group(2), "", file);
  }

  /** Returns the version that a store's folder names; empty if it is not a store's. */
  private static String storeVersion(String parent) {
    Matcher stored = STORED_FOLDER.matcher(parent.substring(parent.lastIndexOf('/') + 1));
    if (STORE.matcher(parent).matches() && stored.matches()) {
      String version = stored.group(1);
      int hash = version.lastIndexOf('-');
      return hash >= 0 && PathText.isHex(version, hash + 1, version.length(), 10)
          ? version.substring(0, hash)
          : version;
    }
    return yarnVersion(parent.substring(parent.lastIndexOf('/') + 1));
  }

  /**
   * Reads {@code name-npm-version-hash-tags.zip}. The version ends at the first hash of 8 or more
   * digits behind which only tags follow.
   */
  private static String yarnVersion(String folder) {
    int npm = folder.indexOf(YARN);
    if (npm < 0) {
      return "";
    }
    String text = PathText.withoutEnd(".zip", folder);
    int from = npm + YARN.length();
    int end = -1;
    int tagEnd = text.length();
    for (int hyphen = text.lastIndexOf('-');
        hyphen > from;
        hyphen = text.lastIndexOf('-', tagEnd - 1)) {
      if (!YARN_TAG.matcher(text).region(hyphen + 1, tagEnd).matches()) {
        break;
      }
      end = PathText.isHex(text, hyphen + 1, tagEnd, 8) ? hyphen : end;
      tagEnd = hyphen;
    }
    return end < 0 ? "" : text.substring(from, end);
  }

  /**
   * A spelling of packages.
   *
   * @param places hosts, of which {@code *.} stands for the host itself and all below it; or a
   *     folder
   * @param registry what comes before the names
   * @param file a pattern with the groups {@code name}, {@code path} and perhaps {@code version};
   *     without it the name may end with {@code @} and the version
   */
  private record Form(List<String> places, String registry, Pattern file, boolean hasVersion) {
    static Form of(String places, String registry, String file) {
      return new Form(
          List.of(places.split(" ", -1)),
          registry,
          Pattern.compile(file, DOTALL),
          file.contains("<version>"));
    }

    boolean isAt(String host) {
      for (String place : places) {
        if (place.startsWith("*.")
            ? host.endsWith(place.substring(1)) || host.equals(place.substring(2))
            : host.equals(place)) {
          return true;
        }
      }
      return false;
    }

    @Nullable PackagePath read(String text, int from) {
      Matcher matcher = file.matcher(text).region(from, text.length());
      return matcher.matches() ? packagePath(matcher) : null;
    }

    PackagePath packagePath(Matcher matched) {
      String name = matched.group("name");
      String version = hasVersion ? matched.group("version") : null;
      String path = matched.group("path");
      int at = hasVersion ? -1 : name.indexOf('@', 1);
      if (at > (name.charAt(0) == '@' ? 1 : 0) && at < name.length() - 1) {
        version = name.substring(at + 1);
        name = name.substring(0, at);
      }
      return new PackagePath(
          registry + name, version == null ? "" : version, path == null ? "" : path);
    }
  }
}
