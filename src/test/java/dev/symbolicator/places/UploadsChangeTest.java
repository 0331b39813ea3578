package dev.symbolicator.places;

import static dev.symbolicator.places.TestBuild.ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.MapEntry;
import dev.symbolicator.maps.TestLibrary;
import dev.symbolicator.maps.mounted.TestMounts;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.script.TestScripts;
import dev.symbolicator.testing.Await;
import dev.symbolicator.testing.MovableClock;
import dev.symbolicator.testing.TestRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploads and deletes maps of scripts that were looked up before. */
class UploadsChangeTest {
  private static final TestBuild V1 = TestBuild.of("v1");
  private static final TestBuild V2 = TestBuild.of("v2");

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

  @Test
  void uploadAfterAMissIsUsedAtOnce() {
    assertEquals("not-found", world.find());
    world.upload(V1.at(world.url()));
    assertEquals("v1", world.find());
  }

  /** The remembered miss still tells which build the web serves. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void uploadIsFoundByTheContentOfARememberedMiss(boolean isRestarted) {
    world.serve(V1.withSnippet(ID));
    assertEquals("no-source-map", world.find());
    if (isRestarted) {
      world.restart();
    }
    world.upload(V1.at("~/x.js").debugId(ID));
    assertEquals("v1", world.find());
    assertEquals(isRestarted ? 2 : 1, world.origin.requests("/app.js"));
  }

  @Test
  void uploadAfterAMissingMapIsUsedAtOnce() {
    world.origin.serve("/app.js", "text/javascript", V1.withMapComment().script());
    assertEquals("not-found", world.find());
    world.upload(V1.withMapComment().at("~/x.js"));
    assertEquals("v1", world.find());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void uploadIsFoundByTheBuildOfRememberedSymbols(boolean isRestarted) {
    TestBuild served = V1.withComment(ID).withMapComment();
    world.serve(served);
    assertEquals("v1", world.find());
    if (isRestarted) {
      world.restart();
    }
    world.upload(V2.at("~/x.js").debugId(ID));
    assertEquals("v2", world.find());
    assertEquals(1, world.origin.requests("/app.js"));
  }

  @Test
  void uploadOfAReleaseEndsARefusal() {
    world.upload(V1.at(world.url()).release("1"));
    assertEquals("release-missing", world.findRelease("2"));
    world.upload(V2.at(world.url()).release("2"));
    assertEquals("v2", world.findRelease("2"));
    assertEquals("v1", world.findRelease("1"));
  }

  @Test
  void uploadThatReplacesAnotherIsUsedAtOnce() {
    world.upload(V1.at(world.url()).release("1"));
    assertEquals("v1", world.findRelease("1"));
    world.upload(V2.at(world.url()).release("1"));
    assertEquals("v2", world.findRelease("1"));
  }

  @Test
  void restartFindsTheTableOnDisk() {
    world.upload(V1.at(world.url()).release("1"));
    assertEquals("v1", world.findRelease("1"));
    world.restart();
    assertEquals("v1", world.findRelease("1"));
    assertEquals(1, world.scripts.tables("disk"));
    assertEquals(0, world.scripts.tables("compiled"));
  }

  private long filesOfCache() {
    try (Stream<Path> files = Files.walk(folder.resolve("cache"))) {
      return files.filter(Files::isRegularFile).count();
    } catch (IOException | UncheckedIOException changing) {
      return -1;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void deletedMapIsNoLongerUsed(boolean isRestarted) {
    long before = filesOfCache();
    MapEntry entry = world.upload(V1.at(world.url()).release("1"));
    assertEquals("v1", world.findRelease("1"));
    assertEquals(before + 1, filesOfCache());
    if (isRestarted) {
      world.restart();
    }
    world.delete(entry);
    Await.until(() -> filesOfCache() == before);
    assertEquals("not-found", world.findRelease("1"));
    world.upload(V1.at(world.url()).release("1"));
    assertEquals("v1", world.findRelease("1"));
    assertEquals(isRestarted ? 1 : 2, world.scripts.tables("compiled"));
  }

  @Test
  void deletedMapAloneIsNoLongerUsed() {
    long before = filesOfCache();
    MapEntry entry = world.upload(V1.mapAt(world.url()).release("1"));
    assertEquals("script-missing", world.result(world.ref("1", null)).status().label());
    assertEquals(before + 1, filesOfCache());
    world.delete(entry);
    Await.until(() -> filesOfCache() == before);
    assertEquals("not-found", world.findRelease("1"));
  }

  @Test
  void deletionLeavesOtherReleasesAlone() {
    MapEntry first = world.upload(V1.at(world.url()).release("1"));
    world.upload(V2.at(world.url()).release("2"));
    assertEquals("v1", world.findRelease("1"));
    assertEquals("v2", world.findRelease("2"));
    world.delete(first);
    assertEquals("release-missing", world.findRelease("1"));
    assertEquals("v2", world.findRelease("2"));
  }

  @Test
  void knownScriptsAnswerWithoutTheStore() throws IOException {
    world.upload(V1.at(world.url()).release("1"));
    world.upload(V2.at(world.url()).release("2"));
    assertEquals("v1", world.findRelease("1"));
    Files.move(world.library(), folder.resolve("elsewhere"));
    assertEquals("v1", world.findRelease("1"));
    ScriptResult other = world.result(world.ref("2", null));
    assertEquals("unreachable", TestBuild.of(other));
    assertTrue(other.report().isPassing());
  }

  @Test
  void otherInstanceFindsTheTableInRedis(@TempDir Path other) {
    try (TestRedis redis = TestRedis.start();
        TestScripts first = TestScripts.over(folder.resolve("a"), redis, new MovableClock());
        TestScripts second = TestScripts.over(other.resolve("b"), redis, new MovableClock())) {
      MapEntry entry = world.upload(V1.at(world.url()).release("1"));
      for (TestScripts scripts : List.of(first, second)) {
        scripts.listen(world.uploads.library());
        world.places = TestPlaces.of(scripts, world.uploads.library(), TestMounts.of());
        assertEquals("v1", world.find(TestLibrary.ref(world.url(), "1")));
      }
      assertEquals(1, second.tables("shared"));
      assertEquals(0, second.tables("compiled"));
      world.delete(entry);
      assertEquals("not-found", world.findRelease("1"));
    }
  }
}
