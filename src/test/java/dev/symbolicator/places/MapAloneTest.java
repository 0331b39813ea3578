package dev.symbolicator.places;

import static dev.symbolicator.places.TestBuild.ID;
import static dev.symbolicator.places.TestBuild.OTHER_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.Outline.NameStyle;
import dev.symbolicator.maps.TestLibrary.Upload;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptStatus;
import dev.symbolicator.symbols.RecentSymbols;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Looks scripts up whose maps were uploaded alone. The script on the web is used only if it is of
 * the same build.
 */
class MapAloneTest {
  private static final TestBuild V1 = TestBuild.of("v1");

  @TempDir Path folder;
  private PlacesWorld world;

  @BeforeEach
  void start() {
    world = new PlacesWorld(folder);
  }

  @AfterEach
  void stop() {
    world.close();
  }

  private ScriptStatus status(String release) {
    return world.result(world.ref(release, null)).status();
  }

  @Test
  void scriptOnTheWebWithTheDebugIdIsCompiledWithTheMap() {
    world.serve(V1.withSnippet(ID));
    world.upload(V1.mapAt(world.url()).release("1").debugId(ID));
    assertEquals(ScriptStatus.FOUND, status("1"));
    assertEquals("v1", world.findRelease("1"));
  }

  @Test
  void scriptOnTheWebWithAnotherDebugIdIsNotUsed() {
    world.serve(TestBuild.of("v2").withSnippet(OTHER_ID));
    world.upload(V1.mapAt(world.url()).release("1").debugId(ID));
    assertEquals(ScriptStatus.SCRIPT_MISSING, status("1"));
    assertEquals("v1", world.findRelease("1"));
  }

  @Test
  void scriptOnTheWebWithoutDebugIdIsNotUsed() {
    world.serve(V1);
    world.upload(V1.mapAt(world.url()).release("1").debugId(ID));
    assertEquals(ScriptStatus.SCRIPT_MISSING, status("1"));
  }

  @Test
  void scriptOnTheWebThatNothingTiesToTheMapIsNotUsed() {
    world.serve(V1);
    world.upload(V1.mapAt(world.url()).release("1"));
    assertEquals(ScriptStatus.SCRIPT_MISSING, status("1"));
    assertEquals("v1", world.findRelease("1"));
    assertEquals(1, world.origin.requests());
  }

  private static String built(String file) throws IOException {
    return Files.readString(Path.of("src/test/fixture-app/built/esbuild").resolve(file));
  }

  private void serveBuilt(String file) throws IOException {
    String script = built(file).replaceAll("//# sourceMappingURL=.*", "");
    world.origin.serve("/app.js", "text/javascript", script);
  }

  /** A release in which one function differs. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void contentTiesTheScriptOnTheWebToTheMapOfItsRelease(boolean hasDebugId) throws IOException {
    String map = built("app.js.map");
    if (hasDebugId) {
      map = map.replaceFirst("\\{", "{\"debugId\":\"" + ID + "\",");
    }
    Upload upload = Upload.of(world.url(), map).release("1");
    world.upload(hasDebugId ? upload.debugId(ID) : upload);
    serveBuilt("next.js");
    assertEquals(ScriptStatus.SCRIPT_MISSING, status("1"));
    world.clock.pass(Duration.ofMinutes(2));
    assertEquals(ScriptStatus.SCRIPT_MISSING, status("1"));
    serveBuilt("app.js");
    assertEquals(ScriptStatus.SCRIPT_MISSING, status("1"), "just asked");
    world.clock.pass(Duration.ofMinutes(2));
    assertEquals(ScriptStatus.FOUND, status("1"));
    serveBuilt("next.js");
    world.clock.pass(Duration.ofDays(2));
    assertEquals(ScriptStatus.FOUND, status("1"), "the map's own script is known");
    assertEquals(2, world.scripts.tables("compiled"));
  }

  @Test
  void originThatIsAwayForAMomentIsAskedAgainSoon() {
    world.origin.handle("/app.js", request -> request.connection().close());
    world.upload(V1.mapAt(world.url()).release("1").debugId(ID));
    ScriptResult result = world.result(world.ref("1", null));
    assertEquals(ScriptStatus.SCRIPT_MISSING, result.status());
    assertTrue(result.report().isPassing());
    assertEquals("v1", world.findRelease("1"));
    world.serve(V1.withComment(ID));
    world.clock.pass(Duration.ofSeconds(6));
    assertEquals(ScriptStatus.FOUND, status("1"));
  }

  @Test
  void scriptThatIsNotServedIsMissingForAMinute() {
    world.upload(V1.mapAt(world.url()).release("1").debugId(ID));
    assertFalse(world.result(world.ref("1", null)).report().isPassing());
    world.serve(V1.withComment(ID));
    world.clock.pass(Duration.ofSeconds(59));
    assertEquals(ScriptStatus.SCRIPT_MISSING, status("1"));
    world.clock.pass(Duration.ofSeconds(2));
    assertEquals(ScriptStatus.FOUND, status("1"));
  }

  @Test
  void scriptThatIsUploadedLaterIsUsed() {
    world.upload(V1.mapAt(world.url()).release("1"));
    assertEquals(ScriptStatus.SCRIPT_MISSING, status("1"));
    world.upload(V1.at(world.url()).release("1"));
    assertEquals(ScriptStatus.FOUND, status("1"));
  }

  /** The end of a script's function is not its start, so no name is certain there. */
  @Test
  void onlyCertainFunctionsAreNamed() {
    world.upload(V1.mapAt(world.url()).release("1"));
    ScriptResult result = world.result(world.ref("1", null));
    SymbolNames names = new SymbolNames((Found) result);
    assertEquals("g", names.at(0, "function f".length()));
    assertEquals("none", names.at(3, 0));
    assertTrue(result.detail().contains("The uploaded map was found by"), result::detail);
    assertFalse(result.report().isPassing());
  }

  /** Names of functions by their position. */
  private record SymbolNames(Found found) {
    String at(int line, int column) {
      var symbol =
          found.symbols().lookup(NameStyle.V8, new RecentSymbols()).find(line, column, "f");
      return symbol == null ? "none" : String.valueOf(symbol.name());
    }
  }
}
