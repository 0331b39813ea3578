package dev.symbolicator.javascript.oracle;

import static dev.symbolicator.testing.Allowances.plenty;

import dev.symbolicator.javascript.Outline;
import dev.symbolicator.javascript.Outline.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Assumptions;

/**
 * A text that the scripts in {@code src/test/scanner} fetched, and a file with the functions that
 * an oracle finds in the text.
 */
record ScannerText(String group, Dialect dialect, Path path, Path oracle) {
  private static final Path FOLDER = Path.of("target", "scanner");

  /** Reads a list that a script wrote; skips the test if the script did not run. */
  static List<ScannerText> listed(String list, String script) {
    Path file = FOLDER.resolve(list);
    Assumptions.assumeTrue(Files.exists(file), () -> "Run src/test/scanner/" + script + " first");
    return lines(file).stream().map(line -> of(line.split("\t", -1))).toList();
  }

  private static ScannerText of(String[] line) {
    return new ScannerText(line[0], Dialect.valueOf(line[1]), Path.of(line[2]), Path.of(line[3]));
  }

  static Predicate<ScannerText> inGroup(String group) {
    return text -> text.group().equals(group);
  }

  String name() {
    Path modules = FOLDER.resolve("node_modules").toAbsolutePath();
    return path.startsWith(modules) ? modules.relativize(path).toString() : path.toString();
  }

  /** Reads the text like Node.js, which keeps a byte order mark. */
  String read() {
    try {
      return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Outline outline(String text) {
    return Outline.of(text, dialect, plenty());
  }

  List<String> oracleLines() {
    return lines(oracle);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
