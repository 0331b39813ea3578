package dev.symbolicator.symbolication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.profile.Profile;
import dev.symbolicator.profile.ProfileBody;
import dev.symbolicator.profile.ProfileLimits;
import dev.symbolicator.profile.ProfileReading;
import dev.symbolicator.profile.formats.ProfileReader;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptResult.ScriptReport;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbols.RecentSymbols;
import dev.symbolicator.symbols.SymbolTable;
import dev.symbolicator.testing.Allowances;
import dev.symbolicator.testing.TestTables;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameSymbolsTest {
  private static final String SCRIPT = "function f(){}";
  private static final String MANY = SCRIPT.repeat(20);
  private static final int START = SCRIPT.indexOf('(');
  private static final ScriptReport READ =
      ScriptReport.lasting(ScriptStatus.FOUND, "a.js.map", "read");

  /** Makes a table with a mapping for each {@link #SCRIPT} with which a script begins. */
  private static SymbolTable table(String script) {
    int functions = Math.max(1, script.split(Pattern.quote(SCRIPT), -1).length - 1);
    String mappings = "AAAA" + ",cAAA".repeat(functions - 1);
    return TestTables.table(
        script,
        "{\"version\":3,\"sources\":[\"a.ts\"],\"names\":[],\"mappings\":\"%s\"}"
            .formatted(mappings));
  }

  private static ScriptStatus status(String script, int atFunctions, int elsewhere) {
    return status(script, frames(0, atFunctions, elsewhere));
  }

  private static ScriptStatus status(String script, List<String> frames) {
    return lookUp(symbols(frames, 1), 0, script);
  }

  private static List<String> frames(int script, int atFunctions, int elsewhere) {
    List<String> frames = new ArrayList<>();
    for (int i = 0; i < atFunctions; i++) {
      frames.add(frame("f", script, START + i * SCRIPT.length()));
    }
    for (int i = 0; i < elsewhere; i++) {
      frames.add(frame("f", script, START + 1 + i * SCRIPT.length()));
    }
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
            Allowances.plenty());
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
    assertEquals(ScriptStatus.FOUND, status(MANY, 10, 0));
  }

  @Test
  void oneFrameElsewhereIsAnotherVersion() {
    assertEquals(ScriptStatus.MISMATCH, status(MANY, 0, 1));
  }

  /** The name of one letter says little, so two frames at functions outweigh one elsewhere. */
  @ParameterizedTest
  @CsvSource({"1, 1, MISMATCH", "2, 1, FOUND", "20, 1, FOUND", "20, 2, MISMATCH"})
  void framesAtFunctionsOutweighFewElsewhere(int atFunctions, int elsewhere, ScriptStatus status) {
    assertEquals(status, status(MANY, atFunctions, elsewhere));
  }

  @Test
  void framesOfOneFunctionAreOneWitness() {
    List<String> frames = new ArrayList<>(frames(0, 2, 1));
    frames.addAll(Collections.nCopies(10, frames.get(2)));
    assertEquals(ScriptStatus.FOUND, status(MANY, frames));
    frames.addAll(Collections.nCopies(10, frames.get(1)));
    frames.remove(0);
    assertEquals(ScriptStatus.MISMATCH, status(MANY, frames));
  }

  @Test
  void strangeFramesOfRightVersionStayAndAreCounted() {
    List<String> frames = new ArrayList<>(frames(0, 4, 1));
    frames.set(3, frame("g", 0, START + 3 * SCRIPT.length()));
    frames.remove(4);
    FrameSymbols symbols = symbols(frames, 1);
    assertEquals(ScriptStatus.FOUND, lookUp(symbols, 0, MANY));
    Originals originals = symbols.originals();
    assertEquals(3, originals.mapped());
    assertNull(originals.get(3));
    assertEquals(1, originals.strange());
  }

  @Test
  void oneFrameWithOtherNameIsAnotherVersion() {
    assertEquals(ScriptStatus.MISMATCH, status(SCRIPT, List.of(frame("g", 0, START))));
    assertEquals(ScriptStatus.MISMATCH, status(SCRIPT, List.of(frame("", 0, START))));
    assertEquals(ScriptStatus.FOUND, status(SCRIPT, List.of(frame("f", 0, START))));
  }

  /** Other programs than V8 may have renamed the functions. */
  @ParameterizedTest
  @CsvSource({"2, MISMATCH, 0", "3, FOUND, 3"})
  void severalOtherNamesAtFunctionsAreNamesOfTheProfile(
      int frames, ScriptStatus status, int mapped) {
    List<String> renamed = new ArrayList<>();
    for (int i = 0; i < frames; i++) {
      renamed.add(frame("renamed" + i, 0, START + i * SCRIPT.length()));
    }
    FrameSymbols symbols = symbols(renamed, 1);
    assertEquals(status, lookUp(symbols, 0, MANY));
    assertEquals(mapped, symbols.originals().mapped());
    renamed.add(frame("f", 0, 1));
    assertEquals(ScriptStatus.MISMATCH, status(MANY, renamed));
  }

  @Test
  void garbledNameIsComparedRepaired() {
    String script = "function größer(){}";
    int start = script.indexOf('(');
    String garbled = "gr\u00c3\u00b6\u00c3\u009fer";
    assertEquals(ScriptStatus.FOUND, status(script, List.of(frame(garbled, 0, start))));
    assertEquals(ScriptStatus.FOUND, status(script, List.of(frame("größer", 0, start))));
    assertEquals(ScriptStatus.MISMATCH, status(script, List.of(frame("gr\u00c3", 0, start))));
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
            Allowances.plenty());
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
    String map =
        "{\"version\":3,\"sources\":[\"a.js\"],\"sourcesContent\":[\"%s\"],\"names\":[],\"mappings\":\"%s\"}"
            .formatted(text, mappings);
    SymbolTable table = TestTables.tableWithoutScript(map);
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
    frames.addAll(frames(1, 6, 0));
    FrameSymbols symbols = symbols(frames, 2);
    assertEquals(ScriptStatus.FOUND, lookUp(symbols, 1, MANY));
    assertEquals(ScriptStatus.MISMATCH, lookUp(symbols, 0, MANY));
    Originals originals = symbols.originals();
    assertEquals(6, originals.mapped());
    assertEquals(18, originals.total());
    assertNull(originals.get(0));
    assertNotNull(originals.get(17));
  }

  @Test
  void framesOfFunctionsWithoutOriginalAreCountedUnlessScriptIsAMismatch() {
    String script = SCRIPT + "function made(){}";
    int made = script.lastIndexOf('(');
    List<String> frames = new ArrayList<>(Collections.nCopies(3, frame("made", 0, made)));
    frames.addAll(frames(0, 1, 0));
    FrameSymbols right = symbols(frames, 1);
    assertEquals(ScriptStatus.FOUND, lookUp(right, 0, script));
    assertEquals(3, right.originals().generated());
    assertNull(right.originals().get(0));
    frames.addAll(frames(0, 0, 4));
    FrameSymbols wrong = symbols(frames, 1);
    assertEquals(ScriptStatus.MISMATCH, lookUp(wrong, 0, script));
    assertEquals(0, wrong.originals().generated());
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
