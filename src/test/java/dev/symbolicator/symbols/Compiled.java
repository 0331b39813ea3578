package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.sourcemap.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReading.Read;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Compiles scripts for tests, with a {@link MapOf} or with a map's JSON text. */
final class Compiled {
  static final int MAX_NAME_LENGTH = 100;

  private Compiled() {}

  static Read read(String map) {
    return assertInstanceOf(
        Read.class,
        SourceMapReader.read(
            map.getBytes(StandardCharsets.UTF_8), ReadOptions.lenient(null), plenty()));
  }

  static SymbolCompilation compilation(String script, String map) {
    Read read = read(map);
    return SymbolTable.compile(
        new SymbolInput(
            script,
            read.map(),
            FunctionNames.of(read, plenty()),
            source -> read.texts().content(source, plenty())),
        MAX_NAME_LENGTH,
        plenty());
  }

  static SymbolTable table(String script, String map) {
    return assertInstanceOf(SymbolCompilation.Compiled.class, compilation(script, map)).symbols();
  }

  /** Compiles a map without its script. */
  static SymbolTable tableWithoutScript(String map) {
    Read read = read(map);
    return SymbolTable.compileWithoutScript(
        read.map(),
        FunctionNames.of(read, plenty()),
        source -> read.texts().content(source, plenty()),
        MAX_NAME_LENGTH,
        plenty());
  }

  /** Returns the symbol of the function at a mark's first occurrence in a script of one line. */
  static Symbol symbolAt(String script, String mark, MapOf map) {
    return table(script, map.json())
        .lookup(NameStyle.V8, new RecentSymbols())
        .find(0, script.indexOf(mark), "kept");
  }

  /** Like {@link #symbolAt}, but returns {@code line:column name}, 0-based. */
  static String placeAt(String script, String mark, MapOf map) {
    return shown(symbolAt(script, mark, map));
  }

  /** Like {@link #placeAt}, but the map is compiled without the script. */
  static String placeWithoutScript(String script, String mark, MapOf map) {
    return shown(
        tableWithoutScript(map.json())
            .lookup(NameStyle.V8, new RecentSymbols())
            .find(0, script.indexOf(mark), "kept"));
  }

  private static String shown(@Nullable Symbol symbol) {
    return symbol == null ? "-" : symbol.line() + ":" + symbol.column() + " " + symbol.name();
  }
}
