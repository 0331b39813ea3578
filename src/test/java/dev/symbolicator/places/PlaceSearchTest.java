package dev.symbolicator.places;

import static dev.symbolicator.places.TestBuild.ID;
import static dev.symbolicator.places.TestBuild.OTHER_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.MapLibrary.Uploader;
import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.TestLibrary;
import dev.symbolicator.maps.TestLibrary.Upload;
import dev.symbolicator.script.ScriptResult;
import dev.symbolicator.testing.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Looks scripts up by each key, with real scripts and maps. */
class PlaceSearchTest {
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

  private ScriptRef ref(String path, String release) {
    return TestLibrary.ref(world.origin.url(path), release);
  }

  private static ScriptRef hashed(ScriptRef ref, TestBuild build) {
    return new ScriptRef(
        ref.scope(), ref.url(), ref.release(), ref.debugId(), TestLibrary.hash(build.script()));
  }

  @Test
  void debugIdOfTheProfileFindsAnUploadOfAnyName() {
    world.upload(V1.at("https://other.example/x.js").debugId(ID));
    assertEquals("v1", world.findDebugId(ID));
    assertEquals(0, world.origin.requests());
  }

  @Test
  void hashOfTheProfileFindsAnUploadOfAnyName() {
    world.upload(V1.at("~/x.js"));
    assertEquals("v1", world.find(hashed(world.ref(null, null), V1)));
    assertEquals(0, world.origin.requests());
  }

  @Test
  void releasesOfOneUrlAreTold() {
    world.upload(V1.at(world.url()).release("1"));
    world.upload(V2.at(world.url()).release("2"));
    world.serve(V2);
    assertEquals("v1", world.findRelease("1"));
    assertEquals("v2", world.findRelease("2"));
    assertEquals(0, world.origin.requests());
  }

  @Test
  void pathOfTheUploadFitsAnyOrigin() {
    world.upload(V1.at("~/app.js").release("1"));
    assertEquals("v1", world.findRelease("1"));
    assertEquals("v1", world.find(ref("/app.js?a", "1")));
    assertEquals("not-found", world.find(ref("/other.js", "1")));
  }

  @Test
  void debugIdCommentOnTheWebFindsTheUpload() {
    TestBuild build = V1.withComment(ID);
    world.upload(build.at("~/x.js").debugId(ID));
    world.serve(build);
    assertEquals("v1", world.find());
  }

  @Test
  void debugIdSnippetOnTheWebFindsTheUpload() {
    world.upload(V1.at("~/" + ID + "-0.js").debugId(ID));
    world.serve(V1.withSnippet(ID));
    assertEquals("v1", world.find());
  }

  @Test
  void debugIdOfTheMapOnTheWebFindsTheUpload() {
    world.upload(V1.at("~/x.js").debugId(ID));
    world.serve(V2.withMapComment().withMember("debugId", ID));
    assertEquals("v1", world.find());
  }

  /** Sentry's plugins add a line to the copy that they upload. */
  @ParameterizedTest
  @ValueSource(strings = {"", "\n//# debugId=" + OTHER_ID})
  void contentOnTheWebFindsTheUpload(String added) {
    world.upload(V1.with(added).at("~/x.js"));
    world.serve(V1);
    assertEquals("v1", world.find());
  }

  @Test
  void contentOnTheWebOfAnotherReleaseIsNotUsed() {
    world.upload(V2.at("~/x.js").release("2"));
    world.serve(V2);
    assertEquals("no-source-map", world.findRelease("1"));
    assertTrue(
        world.explain(world.ref("1", null)).contains("an upload of 2 has"),
        () -> world.explain(world.ref("1", null)));
  }

  @Test
  void urlDoesNotFindAnUploadOfOtherContentThanTheWeb() {
    world.upload(V1.at(world.url()));
    world.serve(V2);
    assertEquals("no-source-map", world.find());
  }

  @Test
  void uploadWithAnotherDebugIdIsNotUsed() {
    world.upload(V1.at(world.url()).release("1").debugId(ID));
    assertEquals("debug-id-missing", world.find(world.ref("1", OTHER_ID)));
    assertTrue(world.result(world.ref("1", OTHER_ID)).detail().contains(ID));
  }

  @Test
  void uploadedScriptWithoutDebugIdIsNotUsed() {
    world.upload(V1.at(world.url()).release("1"));
    assertEquals("debug-id-missing", world.find(world.ref("1", ID)));
    assertEquals("v1", world.findRelease("1"));
  }

  @Test
  void mapAloneWithoutDebugIdMayHaveTheScriptsDebugId() {
    world.upload(V1.mapAt(world.url()).release("1"));
    world.upload(V2.at("~/x.js").release("1").debugId(OTHER_ID));
    ScriptResult result = world.result(world.ref("1", ID));
    assertEquals("script-missing", result.status().label());
  }

  @Test
  void uploadWithAnotherReleaseIsNotUsed() {
    world.upload(V1.at(world.url()).release("1"));
    world.serve(V1.withMapComment());
    ScriptResult result = world.result(world.ref("2", null));
    assertEquals("release-missing", TestBuild.of(result));
    assertTrue(result.detail().contains("uploaded for 1"), result::detail);
  }

  @Test
  void scriptWithoutUploadsGoesOnToTheWebWithItsRelease() {
    world.upload(V1.at("~/x.js").release("1"));
    world.serve(V2.withMapComment());
    assertEquals("v2", world.findRelease("2"));
  }

  @Test
  void uploadWithAnotherHashIsNotUsed() {
    world.upload(V1.at(world.url()).release("1"));
    world.serve(V1.withMapComment());
    ScriptResult result = world.result(hashed(world.ref("1", null), V2));
    assertEquals("mismatch", TestBuild.of(result));
  }

  @Test
  void scriptOnTheWebWithTheHashIsUsed() {
    TestBuild build = V1.withMapComment();
    world.serve(build);
    assertEquals("v1", world.find(hashed(world.ref(null, null), build)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"comment", "snippet", "ddDebugId", "debugId", "debug_id"})
  void scriptOnTheWebWithTheDebugIdIsUsed(String form) {
    world.serve(carrying(form, ID).withMapComment());
    assertEquals("v1", world.findDebugId(ID));
    assertEquals("debug-id-missing", world.findDebugId(OTHER_ID));
  }

  private static TestBuild carrying(String form, String debugId) {
    return switch (form) {
      case "comment" -> V1.withComment(debugId);
      case "snippet" -> V1.withSnippet(debugId);
      case "ddDebugId" -> V1.withDatadogSnippet(debugId);
      default -> V1.withMember(form, debugId);
    };
  }

  @Test
  void scriptOnTheWebWithoutDebugIdIsNotUsed() {
    world.serve(V1.withMapComment());
    assertEquals("debug-id-missing", world.findDebugId(ID));
    assertEquals("v1", world.find());
  }

  @Test
  void absentScriptLacksTheDebugId() {
    assertEquals("debug-id-missing", world.findDebugId(ID));
  }

  @Test
  void unreachableOriginHidesThatTheDebugIdIsMissing() {
    world.origin.handle("/app.js", request -> request.connection().close());
    ScriptResult result = world.result(world.ref(null, ID));
    assertEquals("unreachable", TestBuild.of(result));
    assertTrue(result.report().isPassing());
  }

  /** The cached answer of the web is of the build before. */
  @Test
  void staleScriptWithAnotherDebugIdIsAskedForAgain() {
    world.serve(V1.withComment(ID).withMapComment());
    assertEquals("v1", world.findDebugId(ID));
    world.clock.pass(Duration.ofHours(1));
    world.serve(V2.withComment(OTHER_ID).withMapComment());
    assertEquals("v2", world.findDebugId(OTHER_ID));
  }

  @Test
  void uploadChosenByAStaleScriptIsStale() {
    TestBuild old = V1.withComment(ID).withMapComment();
    world.upload(old.at(world.url()).debugId(ID));
    world.serve(old);
    assertEquals("v1", world.find());
    world.clock.pass(Duration.ofHours(1));
    TestBuild renewed = V2.withComment(OTHER_ID);
    world.upload(renewed.at("~/x.js").debugId(OTHER_ID));
    world.serve(renewed);
    ScriptResult.Found stale = (ScriptResult.Found) world.result(world.ref(null, null));
    assertTrue(stale.isStale());
    assertEquals("v2", TestBuild.of(Await.value(world.places.findRenewed(world.ref(null, null)))));
  }

  @Test
  void reportTellsTheKeyThatFoundTheUpload() {
    world.upload(V1.at(world.url()).release("1"));
    ScriptResult result = world.result(world.ref("1", null));
    assertTrue(result.detail().contains("release and URL (release 1)"), result::detail);
  }

  @Test
  void scopesShareNoUploads() {
    world.upload(V1.at(world.url()).debugId(ID));
    ScriptRef mine = world.ref(null, ID);
    assertEquals("debug-id-missing", world.find(new ScriptRef("news", mine.url(), null, ID, null)));
  }

  @Test
  void scriptsOfOtherSchemesAreFoundByPathOrDebugId() {
    world.upload(V1.at("~/assets/app.js").release("1"));
    world.upload(V2.at("~/x.js").release("1").debugId(ID));
    assertEquals("v1", world.find(TestLibrary.ref("capacitor://localhost/assets/app.js", "1")));
    ScriptRef app = TestLibrary.ref("app:///main.js");
    assertEquals("unsupported", world.find(app));
    assertEquals("v2", world.find(new ScriptRef(app.scope(), app.url(), null, ID, null)));
    world.upload(V1.at("~/main.js").release("2"));
    assertEquals("v1", world.find(TestLibrary.ref("app:///main.js", "2")));
    assertEquals(0, world.origin.requests());
  }

  @Test
  void prefixesOfTheUploaderRestrictItsEntries() {
    Upload upload = V1.at("~/x.js").debugId(ID);
    world.uploads.add(
        new Uploader(TestLibrary.SCOPE, "ci", List.of("https://cdn.example.com/shop/"), null),
        upload);
    assertEquals("debug-id-missing", world.findDebugId(ID));
    ScriptRef covered = TestLibrary.ref("https://cdn.example.com/shop/app.js");
    assertEquals("v1", world.find(new ScriptRef(covered.scope(), covered.url(), null, ID, null)));
  }
}
