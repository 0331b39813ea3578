package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.symbolicator.profile.ProfileFrame;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.sourcemap.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReading.Read;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.symbols.SymbolCompilation;
import dev.symbolicator.symbols.SymbolInput;
import dev.symbolicator.symbols.SymbolTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForeignFramesTest {
  private static final String SCRIPT = "function f(){}";
  private static final int START = SCRIPT.indexOf('(');

  private static SymbolTable table(String script) {
    byte[] map =
        "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"mappings\":\"AAAA\"}"
            .getBytes(StandardCharsets.UTF_8);
    Read read = assertInstanceOf(Read.class, SourceMapReader.read(map, ReadOptions.lenient(null)));
    SymbolInput input =
        new SymbolInput(
            script, read.map(), FunctionNames.of(read), source -> read.texts().content(source));
    return assertInstanceOf(SymbolCompilation.Compiled.class, SymbolTable.compile(input, 100))
        .symbols();
  }

  /** The status of a script that has frames at functions and frames elsewhere. */
  private static ScriptStatus status(String script, int atFunctions, int elsewhere) {
    List<ProfileFrame> frames = new ArrayList<>();
    for (int i = 0; i < atFunctions; i++) {
      frames.add(new ProfileFrame(frames.size(), 0, 0, START, "f"));
    }
    for (int i = 0; i < elsewhere; i++) {
      frames.add(new ProfileFrame(frames.size(), 0, 0, START + 1, "f"));
    }
    return status(script, frames);
  }

  private static ScriptStatus status(String script, List<ProfileFrame> frames) {
    ScriptResult found = new ScriptResult.Found(table(script), "a.js.map", "read");
    return ForeignFrames.leaveOut(new ResolvedScripts(Map.of(0, found)), frames)
        .results()
        .get(0)
        .status();
  }

  @Test
  void framesAtFunctionsAreTheScripts() {
    assertEquals(ScriptStatus.FOUND, status(SCRIPT, 10, 0));
  }

  @Test
  void fiveFramesElsewhereAreAnotherVersionAndFourAreNot() {
    assertEquals(ScriptStatus.MISMATCH, status(SCRIPT, 0, 5));
    assertEquals(ScriptStatus.FOUND, status(SCRIPT, 0, 4));
  }

  @Test
  void itTakesMoreThanHalfOfTheFrames() {
    assertEquals(ScriptStatus.FOUND, status(SCRIPT, 6, 6));
    assertEquals(ScriptStatus.MISMATCH, status(SCRIPT, 5, 6));
  }

  @Test
  void theTopLevelIsAStart() {
    List<ProfileFrame> frames = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      frames.add(new ProfileFrame(i, 0, 0, 0, ""));
    }
    assertEquals(ScriptStatus.FOUND, status(SCRIPT, frames));
  }

  @Test
  void aScriptThatWasNotUnderstoodIsNotJudged() {
    assertEquals(ScriptStatus.FOUND, status(SCRIPT + "}}](", 0, 10));
  }

  @Test
  void framesWithoutAPositionDoNotCount() {
    List<ProfileFrame> frames = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      frames.add(new ProfileFrame(i, 0, -1, -1, "f"));
    }
    assertEquals(ScriptStatus.FOUND, status(SCRIPT, frames));
  }
}
