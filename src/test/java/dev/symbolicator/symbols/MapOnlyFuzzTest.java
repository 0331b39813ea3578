package dev.symbolicator.symbols;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.symbolicator.identity.KeySettings;
import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReader.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader.SourceMapReading;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.testing.TestTables;

/** Tries the inputs in the test resources, and with {@code JAZZER_FUZZ=1} looks for new inputs. */
class MapOnlyFuzzTest {
  private static final RecentSymbols RECENT = new RecentSymbols();

  private static final int COLUMNS = 60;

  @FuzzTest(maxDuration = "10m")
  void anyMapIsCompiledWithoutScript(byte[] bytes) {
    SourceMapReading reading = SourceMapReader.read(bytes, ReadOptions.lenient(null), plenty());
    if (reading instanceof SourceMapReading.Read read) {
      SymbolTable table =
          SymbolTable.compileWithoutScript(
              read.map(),
              FunctionNames.of(read, plenty()),
              source -> read.texts().content(source, plenty()),
              KeySettings.NONE,
              TestTables.MAX_NAME_LENGTH,
              plenty());
      SymbolLookup lookup = table.lookup(NameStyle.QUALIFIED, RECENT);
      for (int column = -1; column <= COLUMNS; column++) {
        Symbol unused = lookup.find(0, column, "n");
      }
      assertFalse(table.isCorrupt());
    }
  }
}
