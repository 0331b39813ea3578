package dev.symbolicator.places;

import static dev.symbolicator.places.TestBuild.ID;
import static dev.symbolicator.places.TestBuild.OTHER_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.symbolicator.maps.ScriptRef;
import dev.symbolicator.maps.TestLibrary;
import dev.symbolicator.script.ScriptResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Asks the places in the configured order, each of which may be off. */
class PlaceOrderTest {
  private static final String SCRIPT = "https://cdn.example.com/assets/app.js";
  private static final TestBuild UPLOADED = TestBuild.of("uploaded");
  private static final TestBuild MOUNTED = TestBuild.of("mounted");
  private static final TestBuild ON_WEB = TestBuild.of("web").withMapComment();

  @TempDir Path folder;

  private PlacesWorld world(String places) {
    return new PlacesWorld(
        folder,
        PlacesWorld.mounted(
            "https://cdn.example.com/assets/",
            folder + "/mounted/",
            "symbolicator.maps.places",
            places,
            "symbolicator.maps.mounted.other.url",
            "https://other.example/",
            "symbolicator.maps.mounted.other.location",
            "s3://builds/"));
  }

  private void mount(TestBuild build) throws IOException {
    Path assets = Files.createDirectories(folder.resolve("mounted"));
    Files.writeString(assets.resolve("app.js"), build.script());
    Files.writeString(assets.resolve("app.js.map"), build.map());
  }

  private static ScriptRef ref(String debugId) {
    ScriptRef ref = TestLibrary.ref(SCRIPT);
    return new ScriptRef(ref.scope(), ref.url(), null, debugId, null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "uploaded,folder; uploaded",
        "folder,uploaded; mounted",
        "folder; mounted",
        "uploaded; uploaded",
        "bucket,folder; mounted",
        "bucket; no-source-map"
      })
  void firstPlaceWithTheMapIsUsed(String places, String build) throws IOException {
    mount(MOUNTED);
    try (PlacesWorld world = world(places)) {
      world.upload(UPLOADED.at(SCRIPT));
      assertEquals(build, world.find(TestLibrary.ref(SCRIPT)));
    }
  }

  /** An event loop may ask for a script that no other place can have, and for no other. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "web; true; true",
        "web,uploaded; true; true",
        "uploaded,web; true; false",
        "folder,web; false; false",
        "bucket,web; false; false",
        "uploaded; false; false"
      })
  void onlyTheWebHasScriptsNow(String places, boolean isThere, boolean isThereBesideUploads) {
    try (PlacesWorld world = world(places)) {
      world.serve(ON_WEB);
      assertFalse(world.places.isFresh(world.ref(null, null)));
      world.find();
      assertEquals(isThere, world.places.isFresh(world.ref(null, null)));
      world.upload(UPLOADED.at(SCRIPT));
      assertEquals(isThereBesideUploads, world.places.isFresh(world.ref(null, null)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "uploaded,web; uploaded",
        "web,uploaded; web",
        "web; web",
        "uploaded; uploaded",
        "uploaded,web,uploaded; uploaded"
      })
  void webIsAPlaceLikeTheOthers(String places, String build) {
    try (PlacesWorld world = world(places)) {
      world.serve(ON_WEB);
      world.upload(UPLOADED.at(world.url()).release("1"));
      assertEquals(build, world.findRelease("1"));
    }
  }

  /** Whatever the order is, the place that has the debug ID answers. */
  @ParameterizedTest
  @ValueSource(strings = {"uploaded,web", "web,uploaded"})
  void placeWithoutTheDebugIdHidesNoLaterPlace(String places) {
    try (PlacesWorld world = world(places)) {
      world.serve(ON_WEB.withComment(OTHER_ID));
      world.upload(UPLOADED.at("~/x.js").debugId(ID));
      assertEquals("uploaded", world.findDebugId(ID));
      assertEquals("web", world.findDebugId(OTHER_ID));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"uploaded,folder", "folder,uploaded"})
  void mountedMapWithoutTheDebugIdHidesNoLaterPlace(String places) throws IOException {
    mount(MOUNTED.withComment(OTHER_ID));
    try (PlacesWorld world = world(places)) {
      world.upload(UPLOADED.at("~/x.js").debugId(ID));
      assertEquals("uploaded", world.find(ref(ID)));
      assertEquals("mounted", world.find(ref(OTHER_ID)));
      assertEquals("debug-id-missing", world.find(ref(ID.replace('1', '2'))));
    }
  }

  @Test
  void mountedMapWithoutTheDebugIdDoesNotHideTheWeb() throws IOException {
    try (PlacesWorld start = world("web")) {
      String base = start.origin.url("/");
      try (PlacesWorld world =
          new PlacesWorld(
              folder.resolve("other"), PlacesWorld.mounted(base, folder + "/mounted/"))) {
        mount(MOUNTED);
        start.serve(ON_WEB.withComment(ID));
        ScriptRef wanted = start.ref(null, ID);
        assertEquals("web", world.find(wanted));
        assertEquals("mounted", world.find(start.ref(null, null)));
      }
    }
  }

  @Test
  void releaseThatWasNotUploadedMayBeMounted() throws IOException {
    Path released = Files.createDirectories(folder.resolve("releases/2"));
    Files.writeString(released.resolve("app.js"), MOUNTED.script());
    Files.writeString(released.resolve("app.js.map"), MOUNTED.map());
    try (PlacesWorld world =
        new PlacesWorld(
            folder,
            PlacesWorld.mounted(
                "https://cdn.example.com/assets/",
                folder + "/releases/{release}/",
                "symbolicator.maps.places",
                "uploaded,folder"))) {
      world.upload(UPLOADED.at(SCRIPT).release("1"));
      assertEquals("uploaded", world.find(TestLibrary.ref(SCRIPT, "1")));
      assertEquals("mounted", world.find(TestLibrary.ref(SCRIPT, "2")));
      assertEquals("release-missing", world.find(TestLibrary.ref(SCRIPT, "3")));
    }
  }

  @Test
  void mountWithoutRuleIsNoPlace() {
    try (PlacesWorld world =
        new PlacesWorld(folder, "symbolicator.maps.places", "uploaded,folder,bucket")) {
      String detail = world.result(TestLibrary.ref(SCRIPT)).detail();
      assertTrue(detail.contains("Asked were: uploaded. Upload the map with PUT"), detail);
    }
    try (PlacesWorld world = new PlacesWorld(folder, "symbolicator.maps.places", "folder")) {
      String detail = world.result(TestLibrary.ref(SCRIPT)).detail();
      assertTrue(detail.endsWith("Asked were: none."), detail);
    }
  }

  /** A later place may have the map of another build. */
  @Test
  void unreadableFolderEndsTheSearchForNow() throws IOException {
    mount(MOUNTED);
    Path assets = folder.resolve("mounted");
    Files.createSymbolicLink(assets.resolve("loop.js"), Path.of("loop.js"));
    try (PlacesWorld world = world("folder,uploaded")) {
      String script = "https://cdn.example.com/assets/loop.js";
      world.upload(UPLOADED.at(script));
      ScriptResult result = world.result(TestLibrary.ref(script));
      assertEquals("unreachable", TestBuild.of(result));
      assertTrue(result.report().isPassing());
      assertTrue(result.detail().contains("rule assets"), result::detail);
      String steps = world.explain(TestLibrary.ref(script));
      assertTrue(steps.contains("place=folder"), steps);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"uploaded,web", "web,uploaded"})
  void releaseIsMissingInAnyOrder(String places) {
    try (PlacesWorld world = world(places)) {
      world.serve(ON_WEB);
      world.upload(UPLOADED.at(world.url()).release("1"));
      assertEquals("release-missing", world.findRelease("2"));
      assertEquals("web", world.find());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"uploaded,folder", "folder,uploaded"})
  void mountWithoutReleaseDoesNotAnswerAReleaseThatWasNotUploaded(String places)
      throws IOException {
    mount(MOUNTED);
    try (PlacesWorld world = world(places)) {
      world.upload(UPLOADED.at(SCRIPT).release("1"));
      assertEquals("release-missing", world.find(TestLibrary.ref(SCRIPT, "2")));
      assertEquals(
          places.startsWith("u") ? "uploaded" : "mounted",
          world.find(TestLibrary.ref(SCRIPT, "1")));
    }
  }

  @Test
  void explanationNamesEachPlaceAndKey() throws IOException {
    mount(MOUNTED);
    try (PlacesWorld world = world("uploaded,bucket,folder,web")) {
      world.upload(UPLOADED.at("https://cdn.example.com/static/app.js"));
      String steps = world.explain(TestLibrary.ref(SCRIPT, "1"));
      assertTrue(steps.contains("place=uploaded, key=release and URL"), steps);
      assertTrue(steps.contains("uploaded as https://cdn.example.com/static/app.js"), steps);
      assertTrue(steps.contains("place=bucket"), steps);
      assertTrue(steps.contains("No rule is for this URL."), steps);
      assertTrue(steps.contains("assets:app.js.map is the script's source map."), steps);
    }
  }
}
