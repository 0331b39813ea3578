package dev.symbolicator.places;

import static dev.symbolicator.places.TestBuild.ID;
import static dev.symbolicator.places.TestBuild.OTHER_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.javascript.NameStyle;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.ScriptResult.Found;
import dev.symbolicator.script.ScriptStatus;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
  void mapWithoutDebugIdAsksNotTheWeb() {
    world.serve(V1);
    world.upload(V1.mapAt(world.url()).release("1"));
    assertEquals(ScriptStatus.SCRIPT_MISSING, status("1"));
    assertEquals("v1", world.findRelease("1"));
    assertEquals(0, world.origin.requests());
  }

  @Test
  void scriptThatAppearsLaterIsUsed() {
    world.upload(V1.mapAt(world.url()).release("1").debugId(ID));
    assertEquals(ScriptStatus.SCRIPT_MISSING, status("1"));
    world.serve(V1.withComment(ID));
    world.clock.pass(Duration.ofMinutes(2));
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
      var symbol = found.symbols().lookup(NameStyle.V8).find(line, column, "f");
      return symbol == null ? "none" : String.valueOf(symbol.name());
    }
  }
}
