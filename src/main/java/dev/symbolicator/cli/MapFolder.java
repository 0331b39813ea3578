package dev.symbolicator.cli;

import dev.symbolicator.url.PathNames;
import dev.symbolicator.url.ScriptLocation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A build's folder of scripts and maps, whose place on the web is unknown: directories of URLs, or
 * of Node's files, are matched to its own by the names of scripts, then by the end of the path.
 */
final class MapFolder {
  private static final String MAP_ENDING = ".map";

  /** The most rules that start within seconds; a profile may name any number of directories. */
  static final int MAX_RULES = 1000;

  /** The names of the scripts in each directory, also of those of which only the map is there. */
  private final Map<Path, Set<String>> scripts;

  private final Path folder;

  private MapFolder(Path folder, Map<Path, Set<String>> scripts) {
    this.folder = folder;
    this.scripts = scripts;
  }

  /** Leads from URLs to files, like {@code symbolicator.maps.mounted}; ends with a slash. */
  record Rule(String url, Path directory) {}

  static MapFolder read(Path folder) throws IOException {
    if (Files.isRegularFile(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
    Map<Path, Set<String>> scripts = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder.toRealPath())) {
      files
          .filter(Files::isRegularFile)
          .forEach(
              file -> {
                String name = String.valueOf(file.getFileName());
                String script =
                    name.endsWith(MAP_ENDING)
                        ? name.substring(0, name.length() - MAP_ENDING.length())
                        : name;
                scripts.computeIfAbsent(directoryOf(file), key -> new TreeSet<>()).add(script);
              });
    } catch (UncheckedIOException unreadable) {
      throw unreadable.getCause();
    }
    return new MapFolder(folder, scripts);
  }

  /** Makes rules for directories of known scripts; at {@link #MAX_RULES}, those with most. */
  List<Rule> rules(List<String> urls) {
    Map<String, Set<String>> wanted = new LinkedHashMap<>();
    for (String text : urls) {
      String whole = place(text);
      if (whole != null) {
        int name = whole.lastIndexOf('/') + 1;
        wanted
            .computeIfAbsent(whole.substring(0, name), key -> new TreeSet<>())
            .add(PathNames.decoded(whole.substring(name)));
      }
    }
    List<Rule> rules =
        wanted.entrySet().stream()
            .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
            .limit(MAX_RULES)
            .map(entry -> rule(entry.getKey(), entry.getValue()))
            .flatMap(Optional::stream)
            .toList();
    return rules.stream().filter(rule -> isBest(rule, rules)).toList();
  }

  /** Returns the URL of a script that may be in the folder, without parameters; null for others. */
  private static @Nullable String place(String script) {
    ScriptLocation location = ScriptLocation.of(script);
    return location != null && (location.url().isHttp() || location.url().scheme().equals("file"))
        ? location.url().withoutParameters().href()
        : null;
  }

  /** Tells whether no other URL fits better: of many {@code index.js} of Node.js, one is here. */
  private static boolean isBest(Rule rule, List<Rule> rules) {
    return !rule.url().startsWith("file:")
        || rules.stream()
            .noneMatch(
                other ->
                    other.url().startsWith("file:")
                        && other.directory().equals(rule.directory())
                        && equalEnd(other.directory(), other.url())
                            > equalEnd(rule.directory(), rule.url()));
  }

  /** Where the map of a script was looked for: in the folder of the script, or nowhere. */
  record Look(boolean isScriptThere, String sentence) {}

  /** Returns where the map of a script was looked for; null for scripts that no folder can have. */
  @Nullable Look look(String script) {
    String whole = place(script);
    if (whole == null) {
      return null;
    }
    String name = PathNames.decoded(whole.substring(whole.lastIndexOf('/') + 1));
    return scripts.entrySet().stream()
        .filter(directory -> directory.getValue().contains(name))
        .findFirst()
        .map(
            directory ->
                new Look(
                    true,
                    "Looked for the map that %1$s names or holds, and for %1$s.map."
                        .formatted(directory.getKey().resolve(name))))
        .orElse(
            new Look(
                false,
                "No %1$s.map, and no %1$s that names or holds its map, below %2$s."
                    .formatted(name, folder)));
  }

  private Optional<Rule> rule(String url, Set<String> names) {
    return scripts.keySet().stream()
        .filter(candidate -> common(candidate, names) > 0)
        .max(
            Comparator.comparingInt((Path candidate) -> common(candidate, names))
                .thenComparingInt(candidate -> equalEnd(candidate, url)))
        .map(best -> new Rule(url, best));
  }

  private int common(Path directory, Set<String> names) {
    return (int) names.stream().filter(scripts.getOrDefault(directory, Set.of())::contains).count();
  }

  /** Returns how many of the last names of a directory are those of a URL. */
  private static int equalEnd(Path directory, String url) {
    return PathNames.equalEnd(PathNames.ofFile(directory.toString()), PathNames.ofUrl(url));
  }

  private static Path directoryOf(Path file) {
    Path parent = file.getParent();
    return parent == null ? file : parent;
  }
}
