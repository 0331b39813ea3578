package dev.symbolicator.testing;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading.Read;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.symbols.SymbolTable.SymbolCompilation;
import dev.symbolicator.symbols.SymbolTable.SymbolInput;
import java.nio.charset.StandardCharsets;

public final class TestTables {
  public static final int MAX_NAME_LENGTH = 100;

  private TestTables() {}

  public static Read read(String map) {
    return assertInstanceOf(
        Read.class,
        SourceMapReader.read(
            map.getBytes(StandardCharsets.UTF_8), ReadOptions.lenient(null), plenty()));
  }

  public static SymbolTable table(String script, String map) {
    return assertInstanceOf(SymbolCompilation.Compiled.class, compilation(script, map)).symbols();
  }

  public static SymbolCompilation compilation(String script, String map) {
    return compilation(script, map, true);
  }

  /**
   * Like {@link #compilation}, but only their content can show that script and map are of one
   * build.
   */
  public static SymbolCompilation untiedCompilation(String script, String map) {
    return compilation(script, map, false);
  }

  private static SymbolCompilation compilation(String script, String map, boolean isTied) {
    Read read = read(map);
    return SymbolTable.compile(
        new SymbolInput(
            script,
            read.map(),
            FunctionNames.of(read, plenty()),
            source -> read.texts().content(source, plenty()),
            KeySettings.NONE,
            isTied),
        MAX_NAME_LENGTH,
        plenty());
  }

  public static SymbolTable tableWithoutScript(String map) {
    Read read = read(map);
    return SymbolTable.compileWithoutScript(
        read.map(),
        FunctionNames.of(read, plenty()),
        source -> read.texts().content(source, plenty()),
        KeySettings.NONE,
        MAX_NAME_LENGTH,
        plenty());
  }
}
