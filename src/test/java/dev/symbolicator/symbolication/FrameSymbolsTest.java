package dev.symbolicator.symbolication;

import static dev.symbolicator.testing.Allowances.plenty;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.script.ScriptReport;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.sourcemap.ReadOptions;
import dev.symbolicator.sourcemap.SourceMapReader;
import dev.symbolicator.sourcemap.SourceMapReading.Read;
import dev.symbolicator.sourcemap.functions.FunctionNames;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.SymbolCompilation;
import dev.symbolicator.symbols.SymbolInput;
import dev.symbolicator.symbols.SymbolTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameSymbolsTest {
  private static final String SCRIPT = "function f(){}";
  private static final int START = SCRIPT.indexOf('(');
  private static final ScriptReport READ =
      ScriptReport.lasting(ScriptStatus.FOUND, "a.js.map", "read");

  private static SymbolTable table(String script) {
    byte[] map =
        "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"mappings\":\"AAAA\"}"
            .getBytes(StandardCharsets.UTF_8);
    Read read =
        assertInstanceOf(
            Read.class, SourceMapReader.read(map, ReadOptions.lenient(null), plenty()));
    SymbolInput input =
        new SymbolInput(
            script,
            read.map(),
            FunctionNames.of(read, plenty()),
            source -> read.texts().content(source, plenty()));
    return assertInstanceOf(
            SymbolCompilation.Compiled.class, SymbolTable.compile(input, 100, plenty()))
        .symbols();
  }

  /** Returns the status of a script that has frames at functions and frames elsewhere. */
  private static ScriptStatus status(String script, int atFunctions, int elsewhere) {
    return status(script, frames(0, atFunctions, elsewhere));
  }

  private static ScriptStatus status(String script, List<String> frames) {
    return lookUp(symbols(frames, 1), 0, script);
  }

  private static List<String> frames(int script, int atFunctions, int elsewhere) {
    List<String> frames = new ArrayList<>();
    frames.addAll(Collections.nCopies(atFunctions, frame("f", script, START)));
    frames.addAll(Collections.nCopies(elsewhere, frame("f", script, START + 1)));
    return frames;
  }

  private static String frame(String name, int script, int column) {
    return "{\"name\":\"%s\",\"resourceId\":%d,\"line\":1,\"column\":%d}"
        .formatted(name, script, column + 1);
  }

  private static Profile profile(List<String> frames, int scripts) {
    String json =
        "{\"frames\":[%s],\"resources\":[%s],\"stacks\":[],\"samples\":[]}"
            .formatted(
                String.join(",", frames),
                String.join(",", Collections.nCopies(scripts, "\"s.js\"")));
    ProfileReading reading =
        ProfileReader.read(
            ProfileBody.of(json.getBytes(StandardCharsets.UTF_8)),
            new ProfileLimits(10, 1000, 1000, 1000, 250, 1 << 20),
            bytes -> true);
    return assertInstanceOf(ProfileReading.ReadProfile.class, reading).profile();
  }

  private static FrameSymbols symbols(List<String> frames, int scripts) {
    return new FrameSymbols(profile(frames, scripts), NameStyle.V8, new RecentSymbols());
  }

  private static ScriptStatus lookUp(FrameSymbols symbols, int script, String text) {
    return symbols.lookUp(script, new Found(table(text), READ, false)).status();
  }

  @Test
  void framesAtFunctionsMatchTheScript() {
    assertEquals(ScriptStatus.FOUND, status(SCRIPT, 10, 0));
  }

  @Test
  void fiveFramesElsewhereAreAnotherVersionAndFourAreNot() {
    assertEquals(ScriptStatus.MISMATCH, status(SCRIPT, 0, 5));
    assertEquals(ScriptStatus.FOUND, status(SCRIPT, 0, 4));
  }

  @Test
  void profileIsAMismatchIfMoreThanHalfOfItsFramesAre() {
    assertEquals(ScriptStatus.FOUND, status(SCRIPT, 6, 6));
    assertEquals(ScriptStatus.MISMATCH, status(SCRIPT, 5, 6));
  }

  @Test
  void topLevelIsAFunctionStart() {
    assertEquals(ScriptStatus.FOUND, status(SCRIPT, Collections.nCopies(10, frame("", 0, 0))));
  }

  @Test
  void scriptThatCannotBeScannedIsNoMismatch() {
    assertEquals(ScriptStatus.FOUND, status(SCRIPT + "}}](", 0, 10));
  }

  @Test
  void callPositionsDoNotTellOfAnotherVersion() {
    String stack = "f@http://h/s.js:1:%d\n".formatted(SCRIPT.length()).repeat(10);
    ProfileReading reading =
        ProfileReader.read(
            ProfileBody.of(stack.getBytes(StandardCharsets.UTF_8)),
            ProfileLimits.DEFAULT,
            bytes -> true);
    Profile profile = assertInstanceOf(ProfileReading.ReadProfile.class, reading).profile();
    FrameSymbols symbols = new FrameSymbols(profile, NameStyle.V8, new RecentSymbols());
    assertEquals(ScriptStatus.FOUND, lookUp(symbols, 0, SCRIPT));
    assertEquals(10, symbols.originals().mapped());
  }

  @Test
  void framesWithoutAPositionDoNotCount() {
    String frame = "{\"name\":\"f\",\"resourceId\":0}";
    assertEquals(ScriptStatus.FOUND, status(SCRIPT, Collections.nCopies(10, frame)));
  }

  /** A map without its script, with a function at the columns 1 to 100 of the first line. */
  private static Found withoutScript() {
    String text = "x=>0;".repeat(100);
    String mappings = "CAAA" + ",CAAK".repeat(99);
    byte[] map =
        "{\"version\":3,\"sources\":[\"a.js\"],\"sourcesContent\":[\"%s\"],\"names\":[],\"mappings\":\"%s\"}"
            .formatted(text, mappings)
            .getBytes(StandardCharsets.UTF_8);
    Read read =
        assertInstanceOf(
            Read.class, SourceMapReader.read(map, ReadOptions.lenient(null), plenty()));
    SymbolTable table =
        SymbolTable.compileWithoutScript(
            read.map(),
            FunctionNames.of(read, plenty()),
            source -> read.texts().content(source, plenty()),
            100,
            plenty());
    return new Found(
        table, ScriptReport.lasting(ScriptStatus.SCRIPT_MISSING, "a.js.map", "read"), false);
  }

  @ParameterizedTest
  @CsvSource({"0, 20, 0", "3, 17, 0", "4, 16, 4", "1, 18, 1", "0, 19, 0", "9, 41, 0", "10, 40, 10"})
  void mapWithoutScriptThatAnswersLessThanAFifthIsNotUsed(
      int atFunctions, int elsewhere, int mapped) {
    List<String> frames = new ArrayList<>();
    for (int i = 0; i < atFunctions + elsewhere; i++) {
      int column = 1 + i + (i < atFunctions ? 0 : 1_000);
      // A function may have many frames.
      frames.addAll(Collections.nCopies(1 + i % 3, frame("f" + i, 0, column)));
    }
    FrameSymbols symbols = symbols(frames, 1);
    ScriptReport report = symbols.lookUp(0, withoutScript());
    assertEquals(ScriptStatus.SCRIPT_MISSING, report.status());
    Originals originals = symbols.originals();
    long found =
        frames.stream().distinct().filter(f -> originals.get(frames.indexOf(f)) != null).count();
    assertEquals(mapped, found);
    boolean isLeft = atFunctions + elsewhere >= 20 && mapped == 0;
    assertEquals(isLeft, report.detail().contains("may be of another build"), report::detail);
  }

  @Test
  void mismatchedScriptHasNoOriginalsAndOthersHaveTheirs() {
    List<String> frames = new ArrayList<>(frames(0, 2, 10));
    frames.addAll(frames(1, 2, 4));
    FrameSymbols symbols = symbols(frames, 2);
    assertEquals(ScriptStatus.FOUND, lookUp(symbols, 1, SCRIPT));
    assertEquals(ScriptStatus.MISMATCH, lookUp(symbols, 0, SCRIPT));
    Originals originals = symbols.originals();
    assertEquals(6, originals.mapped());
    assertEquals(18, originals.total());
    assertNull(originals.get(0));
    assertNotNull(originals.get(17));
  }

  @Test
  void framesOfAScriptThatWasNotFoundHaveNoOriginal() {
    FrameSymbols symbols = symbols(List.of(frame("f", 1, START), frame("f", 0, START)), 2);
    assertEquals(ScriptStatus.FOUND, lookUp(symbols, 0, SCRIPT));
    Originals originals = symbols.originals();
    assertNull(originals.get(0));
    assertNotNull(originals.get(1));
  }
}
