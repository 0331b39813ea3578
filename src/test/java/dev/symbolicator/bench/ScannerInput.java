package dev.symbolicator.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads or makes the texts for measuring the scanner: bundles installed by {@code
 * src/test/scanner/texts.mjs}, and hostile texts.
 */
final class ScannerInput {
  private static final Path MODULES = Path.of("target", "scanner", "node_modules");
  private static final int MEGABYTE = 1_000_000;
  private static final String TWICE = " 2 MB";
  private static final String ONCE = " 1 MB";

  private static final List<String> BUNDLES =
      List.of(
          "react-dom/cjs/react-dom-client.production.js",
          "react-dom/cjs/react-dom-client.development.js",
          "antd/dist/antd.min.js",
          "monaco-editor/min/vs/editor/editor.main.js",
          "typescript/lib/typescript.js");

  /**
   * The repeated part of each hostile text, by the text's name without characters that JMH refuses.
   */
  private static final Map<String, String> HOSTILE =
      new TreeMap<>(
          Map.of(
              "hostile brackets", "[",
              "hostile braces", "{",
              "hostile parentheses", "(",
              "hostile templates", "`${",
              "hostile operands", "a||function(){}||",
              "hostile class fields", "class A{x=",
              "hostile arrows", "a=>",
              "hostile conditions", "a?b:",
              "hostile less-than", "<",
              "hostile async", "async ("));

  private ScannerInput() {}

  static String[] matching(String expression) {
    Pattern pattern = Pattern.compile(expression);
    return Stream.concat(
            BUNDLES.stream(),
            HOSTILE.keySet().stream().flatMap(name -> Stream.of(name + ONCE, name + TWICE)))
        .filter(name -> pattern.matcher(name).find())
        .toArray(String[]::new);
  }

  static String read(String name) {
    if (name.endsWith(ONCE)) {
      return hostile(name.substring(0, name.length() - ONCE.length()), MEGABYTE);
    }
    if (name.endsWith(TWICE)) {
      return hostile(name.substring(0, name.length() - TWICE.length()), 2 * MEGABYTE);
    }
    try {
      return Files.readString(MODULES.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException("Run src/test/scanner/write-oracles.mjs first", e);
    }
  }

  private static String hostile(String name, int length) {
    String repeated = HOSTILE.get(name);
    return repeated.repeat(length / repeated.length());
  }
}
