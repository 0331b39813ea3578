package dev.symbolicator.bench;

import static dev.symbolicator.testing.Allowances.plenty;

import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.symbols.SymbolTable.SymbolCompilation.Compiled;
import dev.symbolicator.symbols.SymbolTable.SymbolInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A script and its source map, both as the bytes that a server sends. {@code fetch-maps.mjs},
 * {@code build-maps.mjs} and {@code synthetic-maps.mjs} of {@code src/test/bench} write the files.
 */
@SuppressWarnings("ArrayRecordComponent") // Scripts are never compared.
record BenchScript(String name, byte[] script, byte[] map) {
  private static final int MAX_NAME_LENGTH = 1_024;
  private static final List<Path> FOLDERS =
      Stream.of("bench-maps", "bench-built", "bench-synthetic")
          .map(folder -> Path.of("target", folder))
          .toList();

  /** Returns the scripts whose names contain a match of the expression, the smallest first. */
  static List<BenchScript> matching(String expression) {
    Pattern pattern = Pattern.compile(expression);
    List<BenchScript> scripts = new ArrayList<>();
    for (Path folder : FOLDERS) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.list(folder)) {
          files
              .filter(file -> pattern.matcher(file.getFileName().toString()).find())
              .filter(file -> Files.exists(mapOf(file)))
              .map(BenchScript::read)
              .forEach(scripts::add);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    if (scripts.isEmpty()) {
      throw new IllegalStateException("No script matches: see src/test/bench/README.md");
    }
    scripts.sort(Comparator.comparing(BenchScript::length));
    return scripts;
  }

  private static Path mapOf(Path script) {
    String name = script.getFileName().toString();
    return script.resolveSibling(
        name.equals("xlsx.full.min.js") ? "xlsx.full.min.map" : name + ".map");
  }

  private static BenchScript read(Path script) {
    try {
      return new BenchScript(
          script.getFileName().toString(),
          Files.readAllBytes(script),
          Files.readAllBytes(mapOf(script)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int length() {
    return script.length + map.length;
  }

  Read open() {
    return (Read) SourceMapReader.read(map, ReadOptions.lenient(null), plenty());
  }

  String text() {
    return new String(script, StandardCharsets.UTF_8);
  }

  SymbolTable compile() {
    Read read = open();
    SymbolInput input =
        new SymbolInput(
            text(),
            read.map(),
            FunctionNames.of(read, plenty()),
            source -> read.texts().content(source, plenty()));
    return ((Compiled) SymbolTable.compile(input, MAX_NAME_LENGTH, plenty())).symbols();
  }
}
