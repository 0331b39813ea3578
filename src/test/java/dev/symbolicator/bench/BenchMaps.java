package dev.symbolicator.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the maps of npm packages that {@code src/test/bench/fetch-maps.mjs} fetches. */
public final class BenchMaps {
  private static final Path FOLDER = Path.of("target", "bench-maps");

  private BenchMaps() {}

  public static List<Path> all() {
    if (!Files.isDirectory(FOLDER)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(path -> path.toString().endsWith(".map"))
          .sorted(Comparator.comparing(BenchMaps::size))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the maps whose file names contain a match of the expression; throws if there are none.
   */
  static List<Path> matching(String expression) {
    Pattern pattern = Pattern.compile(expression);
    List<Path> maps = all().stream().filter(path -> pattern.matcher(name(path)).find()).toList();
    if (maps.isEmpty()) {
      throw new IllegalStateException(
          "No map in " + FOLDER + " matches " + expression + ": run src/test/bench/fetch-maps.mjs");
    }
    return maps;
  }

  static byte[] read(String name) {
    return read(FOLDER.resolve(name));
  }

  static byte[] read(Path map) {
    try {
      return Files.readAllBytes(map);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String name(Path map) {
    return map.getFileName().toString();
  }

  private static long size(Path map) {
    try {
      return Files.size(map);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
