package dev.symbolicator.identity;

import dev.symbolicator.url.WebUrl;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The normal path {@code p1} of an original source: the same one for all spellings of the same file
 * in the maps of all bundlers, of all builds and of all machines.
 *
 * <p>The entry is read as the map has it, since resolving it against the map's URL would put the
 * release's folder into it. It is peeled from the outside: the bundler's scheme and namespace,
 * loaders, the query; then the package, or the folders of the machine, or the host. Some forms say
 * at one of these steps that there is no file at all. What remains is not cut any further, since
 * nobody can tell the project's root from a folder in it: {@code roots} can say it.
 *
 * <p>The answer is part of a published key, so odd answers are kept, too. Time is linear in the
 * entry's length, up to {@link #LONGEST}; an ordinary entry takes a few microseconds.
 *
 * @param packageName the package with its registry if that is not npm: {@code react}, {@code
 *     jsr:@std/path}, {@code gh:owner/repository}; {@code extension:} and the ID of a browser's
 *     extension; the host of a third party; empty for the app
 * @param version the package's version, if the entry says it, else empty
 * @param path the file within the project or package: no empty folder and no dots, no slash at
 *     either end, in NFC; {@code #template}, {@code #style} or {@code #script0} at its end tells a
 *     block of a component that is a text of its own. Of a runtime without a package and of native
 *     code it is a name, which may hold anything
 * @param namespace the namespace in the bundler's scheme; empty if there is none
 */
public record NormalPath(
    String packageName, String version, String path, Origin origin, String namespace) {

  /** In UTF-16 units: a longer entry, or one longer with the sourceRoot, has no normal path. */
  public static final int LONGEST = 4_096;

  /** Whose code a source is. */
  public enum Origin {
    /** The project's own. */
    APP("app"),
    /** A package's. */
    LIBRARY("library"),
    /** Written by a bundler or its packages, to load or to run the others. */
    RUNTIME("runtime"),
    /** From another host than the map, or a browser's extension. */
    THIRD_PARTY("third-party"),
    /** The engine's or the platform's. */
    NATIVE("native"),
    /** No source that could be found again: its functions have no key. */
    UNKNOWN("unknown");

    private final String written;

    Origin(String written) {
      this.written = written;
    }

    /** Returns the name as answers have it: {@code third-party}. */
    public String written() {
      return written;
    }
  }

  /** What is the same for all entries of a map. Immutable. */
  public static final class MapContext {
    private final String sourceRoot;
    private final List<String> roots;

    /** In lower case, without the port; empty if the map's URL is not known. */
    private final String mapHost;

    /** Where the relative entries of a map in a package are; null if it is in none. */
    private final @Nullable String packageFolder;

    /** The folders before a mere file name, each with a slash behind it. */
    private final String mapFolders;

    /**
     * Makes a context.
     *
     * @param sourceRoot the map's member; empty if it has none
     * @param mapUrl the map's URL; empty if it is not known. It counts as not known if it is no URL
     *     with a path, or longer than {@link #LONGEST}
     * @param roots folders that are dropped from the beginning of the app's paths, the longest that
     *     fits: {@code apps/web}
     */
    public MapContext(String sourceRoot, String mapUrl, List<String> roots) {
      this.sourceRoot = sourceRoot.replace('\\', '/');
      this.roots =
          roots.stream()
              .map(root -> PathText.withoutStart("/", PathText.withoutEnd("/", root)) + '/')
              .toList();
      WebUrl map = mapUrl.length() > LONGEST ? null : WebUrl.parse(mapUrl);
      String path = map == null ? "" : map.path();
      mapHost = Objects.requireNonNullElse(map == null ? null : map.host(), "");
      String folder = path.startsWith("/") ? path.substring(0, path.lastIndexOf('/') + 1) : "";
      boolean isInPackage =
          folder.contains("/node_modules/")
              || PackagePath.ofHost(mapHost, PathText.decodedOrSame(path, PathText.DELIMITERS))
                  != null;
      packageFolder =
          map == null || !isInPackage
              ? null
              : map.scheme() + "://" + mapHost + PathText.decodedOrSame(folder, "");
      mapFolders =
          BuildFolders.withoutReleases(PathText.decodedOrSame(folder, PathText.DELIMITERS));
    }
  }

  /**
   * Returns the normal path of an entry of a map's {@code sources}, as the map has it. There is an
   * answer for every text.
   */
  public static NormalPath of(String entry, MapContext context) {
    if (entry.isEmpty() || entry.length() > LONGEST) {
      return named(Origin.UNKNOWN, "", "");
    }
    return new Reading(entry, context).read();
  }

  /** Returns a source that has a name and no path in a project or package. */
  static NormalPath named(Origin origin, String name, String namespace) {
    return new NormalPath("", "", name, origin, namespace);
  }

  /** Returns a file of a package, or a block of it. */
  static NormalPath in(PackagePath found, String block, String namespace) {
    return new NormalPath(
        found.name(),
        found.version(),
        found.path() + block,
        found.isRuntime() ? Origin.RUNTIME : Origin.LIBRARY,
        namespace);
  }

  /** One entry, as far as it is peeled. */
  private static final class Reading {
    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9_+.-]*:");
    private static final Pattern SYNTHETIC =
        Pattern.compile(PathText.BLANK + "*+\\[(?:synthetic|generated|native)[: \\]]");
    private static final Pattern VIRTUAL_MARK = Pattern.compile("\0|__x00__");
    private static final Pattern NATIVE =
        Pattern.compile(
            "(?:node:|bun:|ext:|deno:|internal/|native(?![A-Za-z0-9_])|v8/|wasm://|evalmachine\\."
                + "|VM[0-9]+\\z|<wasm>)");
    private static final Pattern NATIVE_ALONE = Pattern.compile("native" + PathText.BLANK + "*");
    private static final Pattern EXTENSION =
        Pattern.compile(
            "(?:chrome|moz|safari|safari-web|ms-browser)-extension://([^/]+)/(.*)", Pattern.DOTALL);

    private static final int LEAST_HASH = 16;
    private static final Pattern APP_SCHEME =
        Pattern.compile(
            "(?:app|capacitor|ionic|ng|meteor|vscode-file|tauri|metro|local|debugger|bun|file)://+"
                + "(?:localhost/|💻app/|🌐app/)?");
    private static final Pattern MODULE_COUNT =
        Pattern.compile(
            PathText.BLANK + "\\+" + PathText.BLANK + "[0-9]++" + PathText.BLANK + "modules?\\z");

    private static final Pattern BLOCK = Pattern.compile("(?:^|[&?])type=(template|script|style)");
    private static final Pattern COMPONENT =
        Pattern.compile("(?:^|[&?])(?:vue|svelte|astro)(?![A-Za-z0-9_])");
    private static final Pattern ASTRO_SCRIPT =
        Pattern.compile("(?:^|&)type=script&index=([0-9]+)");

    private static final Pattern FILE_OF_VIRTUAL = Pattern.compile("/|\\.{1,2}/|[A-Za-z]:/");
    private static final Pattern HELPER =
        Pattern.compile(
            "/?@vite/|/?@react-refresh|<(?:define:|runtime|anon|stdin|no source)|__prelude__\\z"
                + "|virtual:|rolldown:|vite/(?:preload-helper|modulepreload-polyfill|client"
                + "|dynamic-import-helper)");
    private static final Pattern HTTP = Pattern.compile("https?://([^/]+)(.*)", Pattern.DOTALL);
    private static final Pattern PORT = Pattern.compile(":[0-9]+\\z");

    private final MapContext context;
    private String text;
    private boolean isVirtual;
    private boolean isBundled;
    private String namespace = "";
    private String library = "";

    /** What comes behind the path of a component's block. */
    private String block = "";

    Reading(String entry, MapContext context) {
      this.context = context;
      text = PathText.composed(entry).replace('\\', '/');
    }

    NormalPath read() {
      String root = context.sourceRoot;
      if (!root.isEmpty() && !text.startsWith("/") && schemeLength() <= 2) {
        if (root.length() + text.length() > LONGEST) {
          return name(Origin.UNKNOWN, "");
        }
        text = root + (root.endsWith("/") ? "" : "/") + text;
      }
      NormalPath found = withoutFile();
      if (found == null) {
        BundlerEntry bundled = new BundlerEntry(text);
        found = bundled.hasScheme() ? bundled.made() : null;
        isBundled = bundled.hasScheme();
        namespace = bundled.namespace();
        library = bundled.library();
        text = bundled.text();
      }
      if (found == null) {
        peelAppScheme();
        peelQuery();
        found = helper();
      }
      return found == null ? file() : found;
    }

    private NormalPath name(Origin origin, String path) {
      return named(origin, path, namespace);
    }

    private NormalPath in(PackagePath found) {
      return NormalPath.in(found, block, namespace);
    }

    /** Returns how long the scheme with its colon is; 0 without one. */
    private int schemeLength() {
      Matcher matcher = SCHEME.matcher(text);
      return matcher.lookingAt() ? matcher.end() : 0;
    }

    private @Nullable NormalPath withoutFile() {
      if (SYNTHETIC.matcher(text).lookingAt()) {
        return name(Origin.RUNTIME, PathText.trimmed(text));
      }
      isVirtual = text.indexOf('\0') >= 0 || text.contains("__x00__");
      if (isVirtual) {
        String marked = VIRTUAL_MARK.matcher(text).replaceAll("");
        text = PathText.withoutStart(marked.startsWith("/@id/") ? "/@id/" : "@id/", marked);
      }
      if (NATIVE.matcher(text).lookingAt()) {
        return name(Origin.NATIVE, NATIVE_ALONE.matcher(text).matches() ? "native" : text);
      }
      Matcher extension = EXTENSION.matcher(text);
      if (extension.matches()) {
        String path = PathText.before('#', PathText.before('?', extension.group(2)));
        return new NormalPath(
            "extension:" + extension.group(1),
            "",
            PathText.collapsed(path),
            Origin.THIRD_PARTY,
            "");
      }
      return text.startsWith("data:") || text.startsWith("blob:")
          ? name(Origin.UNKNOWN, text.substring(0, "data:".length()))
          : null;
    }

    private void peelAppScheme() {
      Matcher app = APP_SCHEME.matcher(text);
      if (app.lookingAt()) {
        String rest = text.substring(app.end());
        text = text.startsWith("file:") && !BuildFolders.hasDrive(rest) ? '/' + rest : rest;
      }
      if (text.endsWith("module") || text.endsWith("modules")) {
        Matcher count = MODULE_COUNT.matcher(text);
        text = count.find() ? text.substring(0, count.start()) : text;
      }
      int bar = text.lastIndexOf('|');
      if (bar >= 0 && PathText.isHex(text, bar + 1, text.length(), LEAST_HASH)) {
        text = text.substring(0, bar);
      }
    }

    private void peelQuery() {
      int mark = text.indexOf('?');
      if (mark < 0) {
        return;
      }
      String query = text.substring(mark + 1);
      text = text.substring(0, mark);
      Matcher type = BLOCK.matcher(query);
      if (type.find() && !type.group(1).equals("script") && COMPONENT.matcher(query).find()) {
        block = '#' + type.group(1);
      }
      Matcher script = ASTRO_SCRIPT.matcher(query);
      if (script.find() && query.contains("astro")) {
        block = "#script" + script.group(1);
      }
    }

    /** Returns the helpers that Rollup, Vite and others put into a build or serve. */
    private @Nullable NormalPath helper() {
      boolean isMade =
          isVirtual
              && !FILE_OF_VIRTUAL.matcher(text).lookingAt()
              && !text.contains("node_modules/");
      if (!isMade && !HELPER.matcher(text).lookingAt()) {
        return null;
      }
      boolean isDefinition = text.startsWith("<define:") && text.endsWith(">");
      return name(Origin.RUNTIME, isDefinition ? "<define>" : PathText.withoutStart("/", text));
    }

    private NormalPath file() {
      PackagePath specified = PackagePath.ofSpecifier(text);
      if (specified != null) {
        return in(specified);
      }
      resolve();
      Matcher http = HTTP.matcher(text);
      String host = http.matches() ? hostName(http.group(1)) : "";
      if (!host.isEmpty()) {
        text = PathText.before('#', http.group(2));
        PackagePath hosted =
            text.contains("/node_modules/") ? null : PackagePath.ofHost(host, text);
        if (hosted != null) {
          return in(hosted);
        }
        if (text.startsWith("/@vite/") || text.startsWith("/@react-refresh")) {
          return name(Origin.RUNTIME, text.substring(1));
        }
        text = text.startsWith("/@fs/") ? text.substring("/@fs".length()) : text;
      }
      PackagePath installed = PackagePath.ofFolders(text);
      if (installed != null) {
        return in(installed);
      }
      if (!library.isEmpty()) {
        return in(new PackagePath(library, "", text));
      }
      return host.isEmpty() ? own(local()) : served(host);
    }

    private static String hostName(String hostAndPort) {
      Matcher port = PORT.matcher(hostAndPort);
      String host = port.find() ? hostAndPort.substring(0, port.start()) : hostAndPort;
      return host.toLowerCase(Locale.ROOT);
    }

    /**
     * Resolves a relative entry if the map lies in a package, since only the map's URL names it.
     * Puts a mere file name into the map's folders, since many maps may have one of that name.
     */
    private void resolve() {
      if (isBundled || text.startsWith("/") || schemeLength() > 0) {
        return;
      }
      String folder = context.packageFolder;
      if (folder != null) {
        int path = folder.indexOf('/', folder.indexOf("://") + "://".length());
        text = folder.substring(0, path + 1) + PathText.collapsed(folder.substring(path) + text);
      } else if (text.indexOf('/') < 0) {
        text = context.mapFolders + text;
      }
    }

    private NormalPath served(String host) {
      String path = PathText.collapsed(BuildFolders.withoutReleases(text));
      return context.mapHost.isEmpty() || context.mapHost.equals(host)
          ? own(path)
          : new NormalPath(host, "", path + block, Origin.THIRD_PARTY, namespace);
    }

    private String local() {
      boolean isAbsolute = text.startsWith("/") || BuildFolders.hasDrive(text);
      return PathText.collapsed(isAbsolute ? BuildFolders.withoutBuildFolders(text) : text);
    }

    private NormalPath own(String path) {
      int end = 0;
      for (String root : context.roots) {
        end = path.startsWith(root) ? Math.max(end, root.length()) : end;
      }
      return name(Origin.APP, path.substring(end) + block);
    }
  }
}
